import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteActivity } from '#contract/activity.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { rowsReadBy } from '#tests/support/rows-read.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { countActivity } from './site-activity.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

const read = async (query = ''): Promise<SiteActivity['days']> => {
  const { status, body } = await app.call('GET', `/site-activity${query}`, { token: admin.token });
  expect(status).toBe(200);
  return (body as SiteActivity).days;
};
const sumOf = (days: SiteActivity['days'], field: 'enrollments' | 'registrations') =>
  days.reduce((sum, day) => sum + day[field], 0);

describe('the activity of the site', () => {
  it('counts enrollments and registrations by day', async () => {
    const before = await read('?days=10');
    expect(before).toHaveLength(10);
    const classId = await publishClass(app, await createTeacher(app), admin);
    const [ada, ben] = [await createStudent(app), await createStudent(app)];
    for (const student of [ada, ben]) await buyClass(app, student, classId);
    await app.pool.query(
      `update enrollments set enrolled_at = (now() at time zone 'utc')::date - interval '4 days' + interval '1 hour'
        where user_id = (select id from users where email = $1)`,
      [ben.email],
    );
    await app.pool.query("update users set created_at = now() - interval '11 days' where email = $1", [
      ben.email,
    ]);
    const after = await read('?days=10');
    expect(sumOf(after, 'enrollments')).toBe(sumOf(before, 'enrollments') + 2);
    expect(sumOf(after, 'registrations')).toBe(sumOf(before, 'registrations') + 2);
    expect(after.map(({ date }) => date)).toEqual(after.map(({ date }) => date).toSorted());
    const day = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
    const onDay = (days: SiteActivity['days']) => days.find(({ date }) => date === day)!.enrollments;
    expect(onDay(after)).toBe(onDay(before) + 1);
  });

  it('covers 30 days by default, and a year at most', async () => {
    expect(await read()).toHaveLength(30);
    const { status } = await app.call('GET', '/site-activity?days=367', { token: admin.token });
    expect(status).toBe(400);
  });

  it('reads only the days that are asked for, among 100,000 users and enrollments', async () => {
    const classId = await publishClass(app, await createTeacher(app), admin);
    const client = await app.pool.connect();
    try {
      await client.query("set session_replication_role = 'replica'");
      await client.query(
        `insert into users (name, email, created_at)
         select 'Bulk', 'bulk-' || n || '@example.test', now() - n * interval '1 hour' from generate_series(1, 100000) n`,
      );
      await client.query(
        `insert into enrollments (user_id, class_id, price, enrolled_at)
         select id, $1, 0, created_at from users where name = 'Bulk'`,
        [classId],
      );
      await client.query('analyze');
    } finally {
      client.release();
    }
    expect(sumOf(await read('?days=60'), 'enrollments')).toBeGreaterThan(59 * 24);
    expect(await rowsReadBy(app, (trx) => countActivity(trx, 60))).toBeLessThan(10_000);
  });
});
