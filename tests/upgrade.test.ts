import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import journal from '#server/database/migrations/meta/_journal.json' with { type: 'json' };
import { migrate } from '#server/database/migrate.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { DEFAULT_SKILLS } from '#contract/skills.ts';
import { findErrors } from './support/books.ts';
import { execute, withDatabase } from './support/postgres.ts';
import { emptyDatabase } from './support/empty-database.ts';
import { PASSWORD } from './support/password.ts';
import { REAL_SITE, startTestServer } from './support/start-test-server.ts';
import { attachTestApp, type TestApp } from './support/test-app.ts';

const TAGS = journal.entries.map(({ tag }) => tag);
const MIGRATIONS = readMigrationFiles({ migrationsFolder: join(PROJECT_ROOT, 'server/database/migrations') });

/** Migrations after which the data differs from before, by number. Each has a file with the data that is new. */
const DATA = ['0000', '0002', '0005', '0023', '0029'];

const dataOf = async (tag: string): Promise<string> => {
  const number = tag.slice(0, 4);
  if (!DATA.includes(number)) return '';
  const sql = await readFile(join(PROJECT_ROOT, `tests/earlier-data/${number}.sql`), 'utf8');
  return sql.replace(':password', inject('passwordHash'));
};

/**
 * A database of each earlier version, with the data that the versions so far could write, by the tag of the newest
 * migration.
 */
const earlier = new Map<string, string>();

/** Applies the migrations one by one, as the product does, and copies the database after each. */
const makeEarlierDatabases = async (): Promise<void> => {
  const url = await emptyDatabase();
  await execute(
    url,
    `create schema drizzle;
     create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const [place, { sql, hash, folderMillis }] of MIGRATIONS.entries()) {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
    await client.query('commit');
    const tag = TAGS[place]!;
    await client.query(await dataOf(tag));
    await client.end();
    const name = `earlier_${tag.slice(0, 4)}`;
    const from = new URL(url).pathname.slice(1);
    await execute(inject('postgresUrl'), `create database ${name} template ${from}`);
    earlier.set(tag, withDatabase(inject('postgresUrl'), name));
  }
};

beforeAll(makeEarlierDatabases, 120_000);

describe('a site is upgraded', () => {
  it.each(TAGS.slice(0, -1))('from %s, and nothing is lost', async (tag) => {
    const pool = new Pool({ connectionString: earlier.get(tag), max: 2 });
    const count = async (table: string) =>
      (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!.count;
    const kept = ['users', 'classes', 'payments', 'enrollments', 'feedback', 'submissions', 'audit_trail'];
    const before = await Promise.all(kept.map(count));
    await migrate(pool);
    expect(await Promise.all(kept.map(count))).toEqual(before);
    const { rows } = await pool.query(
      `select title, enroll, ratings, is_published(status, hidden_at) as published from classes order by id`,
    );
    expect(rows).toMatchObject([
      { title: 'Knots for sailors', enroll: 3, ratings: [0, 0, 1, 0, 1], published: true },
      { title: 'Tides', published: true },
      { title: 'Charts', published: false },
      { title: 'Anchors', published: false },
    ]);
    const { rows: reports } = await pool.query('select remark from reports');
    expect(reports).toEqual(tag < '0029' ? [] : [{ remark: 'Why?' }]);
    const { rows: versions } = await pool.query('select number, title from class_versions order by title');
    expect(versions).toEqual([
      { number: 1, title: 'Knots for sailors' },
      { number: 1, title: 'Tides' },
    ]);
    await pool.end();
  });
});

describe('a server on a database that every version wrote to', () => {
  let app: TestApp;
  let pool: Pool;

  beforeAll(async () => {
    const databaseUrl = earlier.get(TAGS.at(-2)!)!;
    const server = await startTestServer(databaseUrl, REAL_SITE);
    pool = new Pool({ connectionString: databaseUrl, max: 2 });
    app = attachTestApp(server, { pool, databaseUrl });
  });
  afterAll(async () => {
    await app.close();
    await pool.end();
  });

  const logIn = async (email: string): Promise<string> => {
    const signedIn = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    return ((await app.call('POST', '/jwt', { body: { email }, cookie })).body as { token: string }).token;
  };

  it('shows its classes to everyone, and finds them by search', async () => {
    const { body } = await app.call('GET', '/classes?q=knots');
    expect(body).toMatchObject([{ title: 'Knots for sailors', name: 'Tom Teacher', enroll: 3, price: 19.5 }]);
    const { body: feedback } = await app.call('GET', '/feedback');
    expect(feedback.map(({ rating }: { rating: number }) => rating).toSorted()).toEqual([3, 5]);
  });

  it('lets a student log in with the old password, to their classes, progress and questions', async () => {
    const token = await logIn('sue@example.test');
    const classId = '30000000-0000-4000-8000-000000000001';
    const { body: own } = await app.call('GET', '/enrollments?email=sue@example.test', { token });
    expect(own.map(({ myClass }: { myClass: { title: string } }) => myClass.title).toSorted()).toEqual([
      'Knots for sailors',
      'Tides',
    ]);
    const { body: progress } = await app.call('GET', `/classes/${classId}/lesson-progress`, { token });
    expect(progress).toMatchObject({ done: [expect.any(String)], started: [{ position: 42 }] });
    const { body: questions } = await app.call(
      'GET',
      '/lessons/71000000-0000-4000-8000-000000000001/questions',
      { token },
    );
    expect(questions.questions).toMatchObject([
      { text: 'Which rope?', answers: [{ text: 'Any.', isAccepted: true }] },
    ]);
  });

  it('offers the skills that were constants, even if an admin had changed other settings', async () => {
    expect((await app.call('GET', '/skills')).body).toEqual(DEFAULT_SKILLS);
    const { rows } = await pool.query('select experience, category from teacher_requests order by 1');
    expect(rows).toEqual([
      { experience: 'Experienced', category: 'Web Development' },
      { experience: 'Junior', category: 'SEO Development' },
    ]);
  });

  it('has unchanged books', async () => {
    const { rows } = await pool.query<{ line: string }>(`
      select concat_ws(' ', p.transaction_id, p.amount, p.refunded_amount, r.status, r.amount) as line
        from payments p left join refunds r on r.payment_id = p.id order by 1`);
    expect(rows.map(({ line }) => line)).toEqual([
      'pi_disputed 700 0',
      'pi_of_deleted 1950 0',
      'pi_part 1950 500 succeeded 500',
      'pi_refunded 1950 1950 succeeded 1950',
      'pi_requested 1950 0 requested 1950',
      'pi_whole 1950 0',
    ]);
    expect(await findErrors(pool)).toEqual(['payment pi_requested']);
  });
});
