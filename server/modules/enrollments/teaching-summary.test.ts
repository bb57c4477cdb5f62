import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TeachingSummary } from '#contract/teaching.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { rowsReadBy } from '#tests/support/rows-read.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { countNewStudents } from './new-students.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

const summaryOf = async ({ token }: TestUser): Promise<TeachingSummary> => {
  const { status, body } = await app.call('GET', '/teaching-summary', { token });
  expect(status).toBe(200);
  return body as TeachingSummary;
};
const rate = (student: TestUser, classId: string, rating: number) =>
  app.call('POST', '/feedback', { body: { classId, rating, feedback: 'Fine' }, token: student.token });

describe('the summary of a teacher’s classes', () => {
  it('is empty without classes', async () => {
    expect(await summaryOf(await createTeacher(app))).toEqual({
      newStudents: { count: 0, classes: [] },
      rating: { count: 0, average: null, distribution: [0, 0, 0, 0, 0] },
    });
  });

  it('counts the new students and all ratings, and nothing of other teachers', async () => {
    const [teacher, other] = [await createTeacher(app), await createTeacher(app)];
    const [first, second, deleted] = [
      await publishClass(app, teacher, admin, { title: 'First' }),
      await publishClass(app, teacher, admin, { title: 'Second' }),
      await publishClass(app, teacher, admin, { title: 'Deleted' }),
    ];
    const foreign = await publishClass(app, other, admin, { title: 'Foreign' });
    const [ada, ben, early, gone] = [
      await createStudent(app),
      await createStudent(app),
      await createStudent(app),
      await createStudent(app),
    ];
    for (const student of [ada, ben, early, gone]) await buyClass(app, student, first);
    await buyClass(app, ada, second);
    await buyClass(app, ada, deleted);
    await buyClass(app, ada, foreign);
    await app.pool.query(
      `update enrollments set enrolled_at = now() - interval '8 days'
        where user_id = (select id from users where email = $1)`,
      [early.email],
    );
    await app.pool.query('update users set identity_id = null, deleted_at = now() where email = $1', [
      gone.email,
    ]);
    await rate(ada, first, 5);
    await rate(early, first, 4);
    await rate(ada, second, 2);
    await rate(ada, deleted, 1);
    await rate(ada, foreign, 1);
    await app.call('DELETE', `/classes/${deleted}`, { token: teacher.token });
    const { newStudents, rating } = await summaryOf(teacher);
    expect(newStudents.count).toBe(2);
    expect(newStudents.classes).toHaveLength(3);
    expect(newStudents.classes[0]).toEqual({ _id: first, title: 'First', count: 2 });
    expect(newStudents.classes).toContainEqual({ _id: second, title: 'Second', count: 1 });
    expect(rating).toEqual({ count: 3, average: 11 / 3, distribution: [0, 1, 0, 1, 1] });
    expect((await summaryOf(other)).newStudents.count).toBe(1);
  });

  it('reads only the latest of 100,000 enrollments', async () => {
    const teacher = await createTeacher(app);
    const classId = await publishClass(app, teacher, admin);
    const client = await app.pool.connect();
    try {
      await client.query("set session_replication_role = 'replica'");
      await client.query(
        `insert into users (name, email) select 'Bulk', 'bulk-' || n || '@example.test' from generate_series(1, 100000) n`,
      );
      await client.query(
        `insert into enrollments (user_id, class_id, price, enrolled_at)
         select id, $1, 0, now() - row_number() over () * interval '1 hour' from users where name = 'Bulk'`,
        [classId],
      );
      await client.query('analyze');
    } finally {
      client.release();
    }
    expect((await summaryOf(teacher)).newStudents.count).toBe(167);
    const {
      rows: [user],
    } = await app.pool.query<{ id: string }>('select id from users where email = $1', [teacher.email]);
    expect(await rowsReadBy(app, (trx) => countNewStudents(trx, user!.id))).toBeLessThan(10_000);
  });
});
