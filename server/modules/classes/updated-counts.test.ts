import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
});
afterAll(() => app.close());

describe('incrementally updated counts', () => {
  const compare = async () => {
    const { rows } = await app.pool.query(
      `select count(*)::int as classes, coalesce(sum(enroll), 0)::int as enrollments from classes
        where status = 'approve' and hidden_at is null`,
    );
    expect((await app.call('GET', '/classes/totals')).body).toEqual(rows[0]);
    const { rows: wrong } = await app.pool.query(
      `select id from classes where ratings <>
         array(select (select count(*)::int from feedback where class_id = classes.id and rating = stars and hidden_at is null)
                 from generate_series(1, 5) as stars order by stars)`,
    );
    expect(wrong).toEqual([]);
  };

  it('are correct after each kind of change', async () => {
    await compare();
    const person = await createStudent(app);
    const id = await publishClass(app, teacher, admin);
    await buyClass(app, person, id);
    await compare();
    const say = (rating: number) =>
      app.call('POST', '/feedback', { token: person.token, body: { classId: id, feedback: 'x', rating } });
    await say(2);
    await say(2);
    await say(5);
    await compare();
    for (const change of [
      'update classes set enroll = enroll + 3 where random() < 0.5',
      'update classes set hidden_at = now() where id = $1',
      'update classes set hidden_at = null where id = $1',
      `update classes set status = 'rejected' where id = $1`,
      'update feedback set rating = 6 - rating',
      'delete from feedback where random() < 0.3',
    ]) {
      await app.pool.query(change, change.includes('$1') ? [id] : []);
      await compare();
    }
  });

  it('survive a restart, which adds up the counts of closed connections', async () => {
    const count = async () =>
      (await app.pool.query<{ rows: number }>('select count(*)::int as rows from class_totals')).rows[0]!
        .rows;
    expect(await count()).toBeGreaterThan(1);
    const { databaseUrl, pool } = app;
    const third = attachTestApp(await startTestServer(databaseUrl), { databaseUrl, pool });
    expect(await count()).toBe(1);
    await third.close();
    await compare();
  });
});
