import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Class } from '#contract/classes.ts';
import { MAX_SUGGESTIONS } from '#contract/suggestions.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { rowsReadBy } from '#tests/support/rows-read.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { suggestClasses } from './suggest-classes.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
});
afterAll(() => app.close());

const suggest = async (user: TestUser): Promise<Class[]> => {
  const { status, body } = await app.call('GET', '/classes/suggestions', { token: user.token });
  expect(status).toBe(200);
  return body as Class[];
};
const titlesFor = async (user: TestUser) => (await suggest(user)).map(({ title }) => title);
/** Publishes a class with so many enrollments. They exist only as a number. */
const publish = async (title: string, enroll: number, more: object = {}): Promise<string> => {
  const id = await publishClass(app, teacher, admin, { title, ...more });
  await app.pool.query('update classes set enroll = $2 where id = $1', [id, enroll]);
  return id;
};

describe('suggestions', () => {
  it('are the most popular classes for a user without any, without what only their teacher may see', async () => {
    await publish('Most popular', 9_000, { category: 'Web Development' });
    await publish('Second', 8_000, { category: 'Game Development' });
    await publish('Third', 7_000, { category: 'SEO Development' });
    const classes = await suggest(await createStudent(app));
    expect(classes.map(({ title }) => title)).toEqual(['Most popular', 'Second', 'Third']);
    expect(classes).toHaveLength(MAX_SUGGESTIONS);
    for (const field of ['email', 'revision', 'assignments']) expect(classes[0]).not.toHaveProperty(field);
  });

  it('begin with the categories of the user’s classes, without those that they have', async () => {
    const student = await createStudent(app);
    const own = await publish('Own', 9_900, { category: 'Game Development' });
    await buyClass(app, student, own);
    expect((await titlesFor(student))[0]).toBe('Second');
    expect(await titlesFor(student)).not.toContain('Own');
    expect(await titlesFor(await createStudent(app))).toContain('Own');
  });

  it('leave out classes that are full, not published, deleted or the user’s own', async () => {
    await publish('Full', 9_999, { seats: 1 });
    const withdrawn = await publish('Withdrawn', 9_998);
    await app.call('PATCH', `/classes/withdraw/${withdrawn}`, {
      body: { status: 'rejected', reason: 'Copied' },
      token: admin.token,
    });
    const deleted = await publish('Deleted', 9_997);
    await app.call('DELETE', `/classes/${deleted}`, { token: teacher.token });
    const titles = await titlesFor(await createStudent(app));
    for (const title of ['Full', 'Withdrawn', 'Deleted']) expect(titles).not.toContain(title);
    expect(await titlesFor(teacher)).not.toContain('Most popular');
  });

  it('are found without reading all of 100,000 classes', async () => {
    const student = await createStudent(app);
    const client = await app.pool.connect();
    try {
      await client.query("set session_replication_role = 'replica'");
      await client.query(
        `insert into classes (teacher_id, image, price, title, experience, category, description, status, decided_at, enroll, seats)
         select (select teacher_id from classes limit 1), '/a.svg', 0, 'Bulk ' || n, 'Junior',
                'Category ' || n % 20, 'Text', 'approve', now(), n, case when n > 99000 then 1 end
           from generate_series(1, 100000) n`,
      );
      await client.query(
        `insert into enrollments (user_id, class_id, price)
         select u.id, c.id, 0 from users u, classes c where u.email = $1 and c.title like 'Bulk%' and c.enroll % 4000 = 0`,
        [student.email],
      );
      await client.query('analyze');
    } finally {
      client.release();
    }
    expect(await titlesFor(student)).toEqual(['Bulk 99000', 'Bulk 98980', 'Bulk 98960']);
    const {
      rows: [user],
    } = await app.pool.query<{ id: string }>('select id from users where email = $1', [student.email]);
    expect(await rowsReadBy(app, (trx) => suggestClasses(trx, user!.id))).toBeLessThan(10_000);
  });
});
