import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClass, classInput } from '#tests/support/classes.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let student: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  student = await createStudent(app);
});
afterAll(() => app.close());

const read = (id: string, by?: TestUser) => app.call('GET', `/classes/${id}`, { token: by?.token });
const update = (id: string, body: object) =>
  app.call('PUT', `/classes/${id}`, { body, token: teacher.token });
const reject = (id: string, reason?: string) =>
  app.call('PATCH', `/classes/reject/${id}`, { body: { status: 'rejected', reason }, token: admin.token });

describe('deciding on a class', () => {
  const approve = (id: string, by: TestUser = admin, body: object = { status: 'approve' }) =>
    app.call('PATCH', `/classes/${id}`, { body, token: by.token });

  it('publishes an approved class at once', async () => {
    const id = await addClass(app, teacher);
    expect((await approve(id)).body).toEqual({ modifiedCount: 1 });
    expect((await read(id)).body).toMatchObject({ status: 'approve' });
  });

  it('shows only the teacher why a class was rejected', async () => {
    const id = await addClass(app, teacher);
    expect((await reject(id, 'Needs a picture')).body).toEqual({ modifiedCount: 1 });
    expect((await read(id, teacher)).body).toMatchObject({ status: 'rejected', reason: 'Needs a picture' });
    expect((await read(id, student)).status).toBe(404);
  });

  it('happens once: one of two concurrent decisions succeeds, a later one is 409', async () => {
    const id = await addClass(app, teacher);
    const statuses = (await Promise.all([approve(id), reject(id)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    const late = await approve(id);
    expect(late.status).toBe(409);
    expect(late.body.error.code).toBe('not_pending');
  });

  it('is refused if the teacher has edited the class since the admin read it', async () => {
    const id = await addClass(app, teacher);
    const approveAs = (revision: number) =>
      app.call('PATCH', `/classes/${id}`, { body: { status: 'approve', revision }, token: admin.token });
    const revision = (await read(id, admin)).body.revision as number;
    await update(id, classInput({ title: 'Nothing that anyone has read' }));
    const refused = await approveAs(revision);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: { revision: revision + 1 } });
    expect((await read(id, teacher)).body.status).toBe('Pending');
    expect((await approveAs(revision + 1)).status).toBe(200);
    expect((await read(id)).body).not.toHaveProperty('revision');
  });

  it('is for admins, with valid input; unknown, deleted and malformed ids are 404 and 400', async () => {
    const id = await addClass(app, teacher);
    for (const person of [teacher, student]) expect((await approve(id, person)).status).toBe(403);
    expect((await approve(id, admin, { status: 'rejected' })).status).toBe(400);
    expect((await approve(id, admin, {})).status).toBe(400);
    expect((await reject(id, 'r'.repeat(501))).body.error.fields).toHaveProperty('reason');
    expect((await approve(randomUUID())).status).toBe(404);
    expect((await reject('mistyped')).status).toBe(400);
    await app.call('DELETE', `/classes/${id}`, { token: teacher.token });
    expect((await approve(id)).status).toBe(404);
  });

  it('is recorded in the audit trail with the title that the class had then', async () => {
    const id = await addClass(app, teacher, { title: 'Called so then' });
    await reject(id, 'Because');
    await update(id, classInput({ title: 'Called otherwise' }));
    const { body } = await app.call('GET', '/audit?q=called so&limit=5', { token: admin.token });
    expect(body).toMatchObject([
      {
        action: 'class rejected',
        subject: 'Called so then',
        subjectId: id,
        reason: 'Because',
        actor: { email: admin.email },
      },
    ]);
  });
});
