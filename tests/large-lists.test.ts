import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/call.ts';
import { CLASS_SORTS } from '#contract/classes.ts';
import { freePort } from '#server/free-port.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { signInAs, type TestUser } from '#tests/support/users.ts';
import { attachTestApp, createTestDatabase, type TestApp } from '#tests/support/test-app.ts';
import { BuiltServer } from './support/built-server.ts';
import { insertManyNotes } from './support/many-notes.ts';
import { readSortValues } from './support/sort-values.ts';

/**
 * The server's heap in megabytes. It cannot hold a list of this size in full for three requests. The server itself needs 72,
 * and with little room above that it would spend almost all of its time on collecting garbage.
 */
const HEAP = 112;
const AT_ONCE = 3;
const CLASSES = 6_000;
/** More than the ids that a list reads ahead. */
const OTHERS = 5_200;
/** The same for payments and the audit trail, whose entries are so small that fewer would fit into the heap. */
const SMALL = 14_000;
/** The month of the payments. It has ended, so that it does not end during the test. */
const MONTH = '2026-01';
/** The category of every fifth class, which fills enough batches to check the order. */
const ORDERED = 'Game Development';

let server: BuiltServer;
let app: TestApp;
let pool: Pool;
let people: Record<'admin' | 'teacher' | 'student', TestUser>;
let classWithWork: string;

/** Inserts rows with the triggers off. They would take minutes, and their results are not needed here. */
const fill = async (): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    const {
      rows: [ids],
    } = await client.query<Record<'admin' | 'teacher' | 'student' | 'class', string>>(
      `select (select id from users where email = 'admin@classharbor.test') as admin,
              (select id from users where email = 'teacher@classharbor.test') as teacher,
              (select id from users where email = 'student@classharbor.test') as student,
              (select c.id from classes c join assignments a on a.class_id = c.id
                 join users u on u.id = c.teacher_id where u.email = 'teacher@classharbor.test' limit 1) as class`,
    );
    classWithWork = ids!.class;
    await client.query(
      `insert into users (name, email) select 'Person ' || n % 977, 'person-' || n || '@many.test' from generate_series(1, ${OTHERS}) n`,
    );
    await client.query(
      `insert into classes (teacher_id, image, price, title, experience, category, description, status, decided_at, created_at)
       select case when n % 2 = 0 then $1 else (select id from users where role = 'teacher' and id <> $1 limit 1) end,
              '/pictures/covers/a.svg', n % 9973, 'Title ' || n % 499, 'Junior',
              case when n % 5 = 0 then $2 else 'Web Development' end, repeat('Words of it. ', 250),
              'approve', now(), now() - n % 5000 * interval '1 minute' from generate_series(1, ${CLASSES}) n`,
      [ids!.teacher, ORDERED],
    );
    await client.query(
      `insert into feedback (user_id, class_id, feedback, rating, updated_at)
       select id, $1, repeat('Good. ', 330), 5, now() - interval '1 day' from users where email like '%@many.test'`,
      [ids!.class],
    );
    await client.query(
      `insert into submissions (assignment_id, user_id, text, late)
       select (select id from assignments where class_id = $1), id, repeat('Work. ', 700), false from users where email like '%@many.test'`,
      [ids!.class],
    );
    await client.query(
      `insert into enrollments (user_id, class_id, price) select $1, id, 0 from classes where title like 'Title %' limit ${OTHERS}`,
      [ids!.student],
    );
    await client.query(
      `insert into enrollments (user_id, class_id, price, enrolled_at)
       select id, $1, 0, now() - row_number() over () * interval '1 minute' from users where email like '%@many.test'`,
      [ids!.class],
    );
    await client.query(
      `insert into payments (transaction_id, user_id, class_id, email, amount, currency, livemode, paid_at)
       select 'pi_many_' || n, $1, $2, 'student@classharbor.test', 1000, 'usd', false, '${MONTH}-15Z' from generate_series(1, ${SMALL}) n`,
      [ids!.student, ids!.class],
    );
    await client.query(
      `insert into teacher_requests (user_id, name, title, image, experience, category, status, decided_at)
       select $1, 'Somebody ' || n, repeat('T', 140), '/a.png', 'Junior', 'Web Development', 'rejected', now() from generate_series(1, ${OTHERS}) n`,
      [ids!.student],
    );
    await client.query(
      `insert into audit_trail (actor_id, action, subject_type, subject_id, subject_name, details)
       select $1, 'class rejected', 'class', $2, 'Subject ' || n, jsonb_build_object('reason', repeat('Because. ', 55))
         from generate_series(1, ${SMALL}) n`,
      [ids!.admin, ids!.class],
    );
    await client.query(
      `insert into notifications (user_id, kind, subject, email)
       select $1, 'teacher request received', 'Subject ' || n, 'failed' from generate_series(1, ${OTHERS}) n`,
      [ids!.student],
    );
    await client.query(
      `insert into posts (lesson_id, user_id, text)
       select (select l.id from lessons l join sections s on s.id = l.section_id where s.class_id = $2 limit 1), $1,
              repeat('Why? ', 400) from generate_series(1, ${OTHERS}) n`,
      [ids!.student, ids!.class],
    );
    await client.query(
      `insert into reports (post_id, feedback_id, user_id)
       select id, null, $1::uuid from posts where text like 'Why?%'
       union all select null, id, $1::uuid from feedback where feedback like 'Good.%'`,
      [ids!.admin],
    );
    await client.query(
      `insert into invitations (email, max_uses, expires_at)
       select 'invited-' || n || '@many.test', 1, now() + interval '1 day' from generate_series(1, ${OTHERS}) n`,
    );
    await client.query(
      // A seat is already reserved for each of them, so the server has none to offer meanwhile.
      `insert into waiting_list (user_id, class_id, kept_until)
       select $1, id, now() + interval '1 day' from classes where title like 'Title %' limit ${OTHERS}`,
      [ids!.student],
    );
    await client.query(
      `insert into saved_classes (user_id, class_id)
       select $1, id from classes where title like 'Title %' limit ${OTHERS}`,
      [ids!.admin],
    );
    await insertManyNotes(client, ids!.student, OTHERS);
    await client.query(
      `insert into class_changes (class_id, title, description)
       select id, 'Another title', repeat('Other words. ', 250) from classes where title like 'Title %' limit ${OTHERS}`,
    );
    await client.query(
      `insert into class_versions (class_id, number, title, price, description)
       select $1, n + 1, 'Title ' || n, n, repeat('Words of it. ', 250) from generate_series(1, ${OTHERS}) n`,
      [ids!.class],
    );
    await client.query(
      `insert into announcements (class_id, user_id, text)
       select id, teacher_id, repeat('Welcome. ', 300) from classes, generate_series(1, ${OTHERS}) where id = '${classWithWork}'`,
    );
    await client.query('analyze');
  } finally {
    client.release();
  }
};

beforeAll(async () => {
  const databaseUrl = await createTestDatabase();
  pool = new Pool({ connectionString: databaseUrl });
  await fill();
  const port = await freePort();
  server = await new BuiltServer(port, { DATABASE_URL: databaseUrl, DEMO: 'on', SECRET: TEST_SECRET }, [
    '--max-semi-space-size=16',
    `--max-old-space-size=${HEAP}`,
  ]).ready();
  app = attachTestApp(server as unknown as Parameters<typeof attachTestApp>[0], { pool, databaseUrl });
  people = {
    admin: await signInAs(app, 'Admin'),
    teacher: await signInAs(app, 'Teacher'),
    student: await signInAs(app, 'User'),
  };
}, 180_000);
afterAll(async () => {
  await pool.end();
  await server.stop();
});

interface Many {
  by?: keyof typeof people;
  path?: () => string;
  /** The minimum number of entries. */
  entries: number;
  /** The fields that are lists. Absent: the response itself is a list. */
  fields?: string[];
}

/** All calls that return a list. A missing one fails the test. */
const LISTS: Record<string, Many> = {
  'GET /classes': { path: () => '/classes?sort=-name', entries: CLASSES },
  'GET /classes/teacher/{email}': {
    by: 'teacher',
    path: () => `/classes/teacher/${people.teacher.email}?sort=title`,
    entries: CLASSES / 2,
  },
  // Bounded by the ids in the request.
  'GET /class-relations': {
    by: 'teacher',
    path: () => `/class-relations?ids=${classWithWork}`,
    entries: 1,
  },
  // At most MAX_SUGGESTIONS.
  'GET /classes/suggestions': { by: 'teacher', entries: 1 },
  'GET /class-changes': { by: 'admin', path: () => '/class-changes?sort=-title', entries: OTHERS },
  'GET /classes/{id}/versions': {
    by: 'admin',
    path: () => `/classes/${classWithWork}/versions`,
    entries: OTHERS,
  },
  'GET /classes/{id}/submissions': {
    by: 'teacher',
    path: () => `/classes/${classWithWork}/submissions?sort=marks`,
    entries: OTHERS,
  },
  'GET /classes/{id}/students': {
    by: 'teacher',
    path: () => `/classes/${classWithWork}/students?sort=name`,
    entries: OTHERS,
  },
  'GET /classes/{id}/students.csv': {
    by: 'teacher',
    path: () => `/classes/${classWithWork}/students.csv`,
    entries: OTHERS,
  },
  'GET /feedback': { entries: OTHERS },
  'GET /feedback/moderation': {
    by: 'admin',
    path: () => '/feedback/moderation?sort=-name',
    entries: OTHERS,
  },
  'GET /questions/open': { by: 'teacher', entries: OTHERS },
  'GET /classes/{id}/announcements': {
    by: 'teacher',
    path: () => `/classes/${classWithWork}/announcements`,
    entries: OTHERS,
  },
  'GET /reports': { by: 'admin', entries: OTHERS * 2 },
  'GET /enrollments': {
    by: 'student',
    path: () => `/enrollments?email=${people.student.email}&sort=title`,
    entries: OTHERS,
  },
  'GET /notes': { by: 'student', entries: OTHERS },
  'GET /saved-classes': { by: 'admin', entries: OTHERS },
  'GET /waiting-lists': { by: 'student', entries: OTHERS },
  'GET /notifications': { by: 'student', entries: OTHERS },
  'GET /undelivered-emails': { by: 'admin', entries: OTHERS },
  'GET /payments': { by: 'admin', path: () => '/payments?sort=name', entries: SMALL },
  // Already bounded.
  'GET /payments/attention': { by: 'admin', entries: 0 },
  'GET /submissions/ungraded': { by: 'teacher', entries: 1 },
  'GET /payments/own': { by: 'student', entries: SMALL },
  'GET /earnings': { by: 'teacher', entries: CLASSES / 2 },
  'GET /exports/earnings.csv': { by: 'teacher', entries: SMALL },
  'GET /users': { by: 'admin', path: () => '/users?sort=-role', entries: OTHERS },
  'GET /teacher-req': { by: 'admin', path: () => '/teacher-req?sort=-name', entries: OTHERS },
  'GET /invitations': { by: 'admin', entries: OTHERS },
  'GET /audit': { by: 'admin', path: () => '/audit?sort=oldest', entries: SMALL },
  'GET /account/data': {
    by: 'student',
    entries: OTHERS,
    fields: ['enrollments', 'payments'],
  },
  'GET /exports/users.csv': { by: 'admin', entries: OTHERS },
  'GET /exports/feedback.csv': { by: 'admin', entries: OTHERS },
  'GET /exports/audit.csv': { by: 'admin', entries: SMALL },
  'GET /exports/payments.csv': { by: 'admin', entries: SMALL },
  'GET /exports/documents.csv': {
    by: 'admin',
    path: () => `/exports/documents.csv?month=${MONTH}`,
    entries: OTHERS,
  },
};

/** Lists whose entries have no ids of their own. */
const WITHOUT_IDS = ['GET /earnings', 'GET /payments/attention', 'GET /class-relations'];

interface Operation {
  responses: { 200?: { content?: Record<string, { schema: { type?: string } }> } };
}

/** Calls whose response is an array or a file, and the one with several lists. */
const listingCalls = async (): Promise<string[]> => {
  const paths = (await app.call('GET', '/openapi.json')).body.paths as Record<string, { get?: Operation }>;
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const content = get?.responses[200]?.content ?? {};
    const isList = 'text/csv' in content || content['application/json']?.schema.type === 'array';
    const name = `GET ${path.slice(API_BASE.length)}`;
    return isList || name === 'GET /account/data' ? [name] : [];
  });
};

const read = async (path: string, by?: keyof typeof people): Promise<string> => {
  const response = await fetch(`${server.url}${API_BASE}${path}`, {
    // Compression would take most of the time.
    headers: { 'accept-encoding': 'identity', ...(by && { authorization: `Bearer ${people[by].token}` }) },
  });
  expect(response.status, path).toBe(200);
  return response.text();
};

const idsOf = (entries: unknown[]): Set<unknown> =>
  new Set(
    entries.map((entry) => (entry as { _id?: unknown; id?: unknown })._id ?? (entry as { id: unknown }).id),
  );

describe('a list that is larger than the memory of the server', () => {
  it('is tested here for every call that returns one', async () => {
    expect((await listingCalls()).sort()).toEqual(Object.keys(LISTS).sort());
  });

  it.each(Object.keys(LISTS))('is returned as a whole, to several clients at once: %s', async (name) => {
    const { by, path, entries, fields } = LISTS[name]!;
    const address = path?.() ?? name.replace('GET ', '');
    const [first, ...others] = await Promise.all(Array.from({ length: AT_ONCE }, () => read(address, by)));
    // Compared without a matcher, which would print megabytes on a difference.
    for (const other of others) expect(other === first, 'the same response').toBe(true);
    if (name.endsWith('.csv')) {
      expect(new Set(first!.split('\r\n')).size).toBeGreaterThan(entries);
      return;
    }
    const body: unknown = JSON.parse(first!);
    const lists = fields
      ? fields.map((field) => (body as Record<string, unknown[]>)[field]!)
      : [body as unknown[]];
    for (const list of lists) {
      expect(list.length).toBeGreaterThanOrEqual(entries);
      if (!WITHOUT_IDS.includes(name)) expect(idsOf(list).size).toBe(list.length);
    }
    expect(server.hasExited).toBe(false);
  });

  it.each(CLASS_SORTS)('is in order, with each entry once: %s', async (sort) => {
    const path = `/classes?sort=${sort}&category=${encodeURIComponent(ORDERED)}`;
    const classes = JSON.parse(await read(path)) as Record<string, string | number>[];
    expect(idsOf(classes).size).toBe(classes.length);
    expect(classes.length).toBeGreaterThanOrEqual(CLASSES / 5);
    const values = await readSortValues(pool, classes, sort.replace('-', ''));
    if (sort.startsWith('-')) values.reverse();
    const isSorted = values.every((value, index) => index === 0 || value >= values[index - 1]!);
    expect(isSorted).toBe(true);
  });
});
