import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishClass } from '#tests/support/classes.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { createStudent, createTeacher, signIn, signInAs, type TestUser } from '#tests/support/users.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

const idOf = async ({ email }: TestUser): Promise<string> =>
  (await app.call('GET', `/users?q=${email}`, { token: admin.token })).body[0]._id;
const listed = async ({ email }: TestUser) =>
  (await app.call('GET', `/users?q=${email}`, { token: admin.token })).body[0];
const newestEntry = async () => (await app.call('GET', '/audit?limit=1', { token: admin.token })).body[0];
const adminStatus = async (by: TestUser, from = app) =>
  (await from.call('GET', '/users?limit=1', { token: by.token })).status;

const registerAdmin = async (person?: TestUser): Promise<{ person: TestUser; id: string }> => {
  const made = person ?? (await createStudent(app));
  const id = await idOf(made);
  await app.call('PATCH', `/users/admin/${id}`, { token: admin.token });
  return { person: made, id };
};

describe('DELETE /users/admin/{id}', () => {
  const revoke = (id: string, by: TestUser = admin) =>
    app.call('DELETE', `/users/admin/${id}`, { token: by.token });

  it('makes an admin a user again, starting with the next call with the same token; repeating the call changes nothing', async () => {
    const { person, id } = await registerAdmin();
    expect(await adminStatus(person)).toBe(200);
    expect((await revoke(id)).body).toEqual({ modifiedCount: 1 });
    expect(await adminStatus(person)).toBe(403);
    expect(await listed(person)).not.toHaveProperty('role');
    expect(await newestEntry()).toMatchObject({
      action: 'admin revoked',
      subject: person.name,
      subjectId: id,
      actor: { email: admin.email },
    });
    expect((await revoke(id)).body).toEqual({ modifiedCount: 0 });
    const messages = await emailsTo(app, person.email);
    expect(messages.filter((message) => message.includes('You are no longer an admin'))).toHaveLength(1);
  });

  it('makes a former teacher a teacher again', async () => {
    const teacher = await createTeacher(app);
    const classId = await publishClass(app, teacher, admin);
    const { id } = await registerAdmin(teacher);
    expect((await revoke(id)).body).toEqual({ modifiedCount: 1 });
    expect(await listed(teacher)).toMatchObject({ role: 'teacher' });
    const change = { image: '/a.png', price: 5, title: 'Still mine', description: 'Yes' };
    const changed = await app.call('PUT', `/classes/${classId}`, { body: change, token: teacher.token });
    expect(changed.body).toEqual({ modifiedCount: 1 });
  });

  it('is only for admins, and not for oneself; unknown and malformed ids are 404 and 400', async () => {
    const self = await revoke(await idOf(admin));
    expect(self.status).toBe(409);
    expect(self.body.error.code).toBe('own_account');
    const ada = await createStudent(app);
    expect((await revoke(await idOf(admin), ada)).status).toBe(403);
    expect((await revoke(randomUUID())).status).toBe(404);
    expect((await revoke('mistyped')).status).toBe(400);
    expect(await adminStatus(admin)).toBe(200);
  });

  it('leaves one admin when two revoke each other concurrently, at two servers', async () => {
    await app.pool.query("update users set role = null where role = 'admin' and email <> $1", [admin.email]);
    const { person, id } = await registerAdmin();
    const adminId = await idOf(admin);
    const second = await startTestServer(app.databaseUrl, { BASE_URL: app.url });
    const twin = { ...attachTestApp(second, app), url: second.url };
    const responses = await Promise.all([
      revoke(id),
      twin.call('DELETE', `/users/admin/${adminId}`, { token: person.token }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    await twin.close();
    const { rows } = await app.pool.query("select email from users where role = 'admin'");
    expect(rows).toHaveLength(1);
    await app.pool.query("update users set role = 'admin' where email = $1", [admin.email]);
  });
});

describe('DELETE /users/second-factor/{id}', () => {
  const reset = (id: string, by: TestUser = admin) =>
    app.call('DELETE', `/users/second-factor/${id}`, { token: by.token });

  it('lets a user without their phone log in, signs them out everywhere, and notifies them', async () => {
    const ada = await setUpSecondFactor(app, await createStudent(app));
    const id = await idOf(ada);
    expect(await listed(ada)).toMatchObject({ secondFactor: true });
    expect((await reset(id)).body).toEqual({ modifiedCount: 1 });
    expect((await app.call('GET', '/teacher-req/own', { token: ada.token })).status).toBe(401);
    const back = await signIn(app, ada.email, PASSWORD);
    expect((await app.call('GET', '/teacher-req/own', { token: back.token })).status).toBe(200);
    expect(await listed(ada)).not.toHaveProperty('secondFactor');
    expect(await newestEntry()).toMatchObject({ action: 'second factor reset', subject: ada.name });
    expect((await emailsTo(app, ada.email))[0]).toContain('Two-factor authentication was reset');
    expect((await reset(id)).body).toEqual({ modifiedCount: 0 });
  });

  it('is not for oneself; unknown and malformed ids are 404 and 400', async () => {
    const { person, id } = await registerAdmin();
    const withFactor = await setUpSecondFactor(app, person);
    const self = await reset(id, withFactor);
    expect(self.status).toBe(409);
    expect(self.body.error.code).toBe('own_account');
    expect(await listed(person)).toMatchObject({ secondFactor: true });
    expect((await reset(id, await createStudent(app))).status).toBe(403);
    expect((await reset(randomUUID())).status).toBe(404);
    expect((await reset('mistyped')).status).toBe(400);
  });

  it('requires an admin whose session has passed their own second factor', async () => {
    const { person } = await registerAdmin();
    const withFactor = await setUpSecondFactor(app, person);
    const ada = await setUpSecondFactor(app, await createStudent(app));
    const id = await idOf(ada);
    const setPassed = (at: string) =>
      app.pool.query(
        `update identity.session set second_factor_at = ${at}
          where user_id = (select id from identity.user where email = $1)`,
        [person.email],
      );
    await setPassed('null');
    const refused = await reset(id, withFactor);
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('second_factor_required');
    expect(await listed(ada)).toMatchObject({ secondFactor: true });
    await setPassed('now()');
    expect((await reset(id, withFactor)).body).toEqual({ modifiedCount: 1 });
  });
});
