import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PENDING_CLASSES } from '#contract/manage-classes.ts';
import { addClass, approveClass, classInput } from '#tests/support/classes.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
beforeEach(async () => {
  teacher = await createTeacher(app);
});
afterAll(() => app.close());

const read = async (id: string) => (await app.call('GET', `/classes/${id}`, { token: teacher.token })).body;

describe('the classes of a teacher that await review', () => {
  it('are limited in number, also for concurrent calls, until one is approved', async () => {
    const key = randomUUID();
    const add = (more: object = {}) =>
      app.call('POST', '/classes', { body: classInput(more), token: teacher.token });
    const first = (await add({ key })).body.insertedId as string;
    await app.pool.query(
      `insert into classes (teacher_id, image, price, title, experience, description, status)
         select teacher_id, image, price, title, experience, description, status
           from classes, generate_series(3, $2::int) where id = $1`,
      [first, MAX_PENDING_CLASSES],
    );
    const last = await Promise.all([add(), add(), add()]);
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(last.find(({ status }) => status === 409)!.body.error.code).toBe('limit_reached');
    expect((await add({ key })).body, 'a repeat').toEqual({ insertedId: first });
    expect((await addClass(app, await createTeacher(app))).length, 'another teacher').toBeGreaterThan(0);
    await approveClass(app, admin, first);
    const next = await add();
    expect(next.status).toBe(200);
    expect((await add()).status).toBe(409);
    await app.call('PATCH', `/classes/reject/${next.body.insertedId}`, {
      body: { status: 'rejected' },
      token: admin.token,
    });
    await addClass(app, teacher);
    const body = classInput();
    const again = await app.call('PUT', `/classes/${next.body.insertedId}`, { body, token: teacher.token });
    expect(again.status, 'a rejected class that is submitted again').toBe(409);
    expect((await read(next.body.insertedId)).status).toBe('rejected');
  });
});

describe('rejecting', () => {
  it('is refused if the teacher has edited the class since the admin read it', async () => {
    const id = await addClass(app, teacher);
    const revision = (await read(id)).revision as number;
    const reject = (seen: number) =>
      app.call('PATCH', `/classes/reject/${id}`, {
        body: { status: 'rejected', reason: 'Advertising', revision: seen },
        token: admin.token,
      });
    const body = classInput({ title: 'Without advertising' });
    await app.call('PUT', `/classes/${id}`, { body, token: teacher.token });
    const refused = await reject(revision);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: { revision: revision + 1 } });
    expect((await read(id)).status).toBe('Pending');
    expect((await reject(revision + 1)).status).toBe(200);
    expect((await read(id)).status).toBe('rejected');
  });
});
