import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { cookieOf, createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [ada, ben] = [await createStudent(app), await createStudent(app)];
  admin = await signInAs(app, 'Admin');
  teacher = await signInAs(app, 'Teacher');
});
afterAll(() => app.close());

const newIdentity = async (email: string) => {
  const body = { email, name: 'New CurrentUser', password: PASSWORD };
  return cookieOf(await app.call('POST', '/auth/sign-up/email', { body }));
};

describe('POST /users', () => {
  it('records the identity once; repeating the call returns null and fills in only missing fields', async () => {
    const email = 'once@example.test';
    const cookie = await newIdentity(email);
    const first = await app.call('POST', '/users', { body: { email, name: 'Once' }, cookie });
    expect(first.status).toBe(200);
    expect(first.body.insertedId).toMatch(/^[0-9a-f-]{36}$/);
    const repeat = { email, name: 'Changed', photo: '/pictures/avatars/03.svg' };
    expect((await app.call('POST', '/users', { body: repeat, cookie })).body).toEqual({ insertedId: null });
    const { rows } = await app.pool.query('select name, photo, role from users where email = $1', [email]);
    expect(rows).toEqual([{ name: 'Once', photo: '/pictures/avatars/03.svg', role: null }]);
    const session = await app.call('GET', '/auth/get-session', { cookie });
    expect(session.body.user.name).toBe('Once');
  });

  it('accepts an empty photo, as a third-party sign-in without a picture sends it', async () => {
    const email = 'no-picture@example.test';
    const cookie = await newIdentity(email);
    const sent = { email, name: 'No Picture', photo: '' };
    expect((await app.call('POST', '/users', { body: sent, cookie })).body.insertedId).toBeTruthy();
    expect((await app.call('POST', '/users', { body: sent, cookie })).body).toEqual({ insertedId: null });
    const { rows } = await app.pool.query('select name, photo from users where email = $1', [email]);
    expect(rows).toEqual([{ name: 'No Picture', photo: '' }]);
  });

  it('cannot record another user’s address, choose a role, or do without a session', async () => {
    const email = 'role@example.test';
    const cookie = await newIdentity(email);
    const other = await app.call('POST', '/users', { body: { email: ben.email }, cookie });
    expect(other.status).toBe(403);
    await app.call('POST', '/users', { body: { email, name: 'Role', role: 'admin' }, cookie });
    const { rows } = await app.pool.query('select role from users where email = $1', [email]);
    expect(rows).toEqual([{ role: null }]);
    expect((await app.call('POST', '/users', { body: { email } })).status).toBe(401);
  });

  it.each([
    [{ email: 'nonsense' }, 'email'],
    [{ email: 'x@example.test', photo: 'javascript:alert(1)' }, 'photo'],
    [{ email: 'x@example.test', name: 'n'.repeat(101) }, 'name'],
  ])('is 400 and names the field: %o', async (body, field) => {
    const response = await app.call('POST', '/users', { body, cookie: ada.cookie });
    expect(response.status).toBe(400);
    expect(response.body.error.fields).toHaveProperty(field);
  });

  it('records and welcomes a caller whose token arrives before POST /users', async () => {
    const email = 'late@example.test';
    const cookie = await newIdentity(email);
    const { body } = await app.call('POST', '/jwt', { body: { email }, cookie });
    const { status } = await app.call('GET', `/users/admin/${email}`, { token: body.token });
    expect(status).toBe(200);
    const { rows } = await app.pool.query('select name from users where email = $1', [email]);
    expect(rows).toEqual([{ name: 'New CurrentUser' }]);
    await app.call('POST', '/users', { body: { email }, cookie });
    const { body: notifications } = await app.call('GET', '/notifications', { token: body.token });
    expect(notifications).toMatchObject([{ kind: 'welcome' }]);
  });

  it('accepts two calls at once from a caller before POST /users', async () => {
    const email = 'at-once@example.test';
    const cookie = await newIdentity(email);
    const { body } = await app.call('POST', '/jwt', { body: { email }, cookie });
    const { call } = await whileLocked(app.pool, async (other) => {
      await other.query(
        `insert into users (identity_id, email, name) select id, email, name from identity."user" where email = $1`,
        [email],
      );
      const call = app.call('GET', `/users/admin/${email}`, { token: body.token });
      await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
      return { call };
    });
    expect((await call).status).toBe(200);
  });
});

describe.each([
  ['/users/admin', 'admin'],
  ['/teacher-req/teacher', 'teacher'],
])('GET %s/{email}', (path, flag) => {
  it('returns the caller’s own roles', async () => {
    for (const person of [ada, teacher, admin]) {
      const { status, body } = await app.call('GET', `${path}/${person.email}`, { token: person.token });
      expect(status).toBe(200);
      const expected = (flag === 'admin' ? admin : teacher).email === person.email;
      expect(body).toEqual({ [flag]: expected });
    }
  });

  it('returns the roles of others only to admins', async () => {
    expect((await app.call('GET', `${path}/${ben.email}`)).status).toBe(401);
    expect((await app.call('GET', `${path}/${ben.email}`, { token: ada.token })).status).toBe(403);
    expect((await app.call('GET', `${path}/${ben.email}`, { token: teacher.token })).status).toBe(403);
    expect((await app.call('GET', `${path}/${ben.email}`, { token: admin.token })).body).toEqual({
      [flag]: false,
    });
  });

  it('is 400 for an invalid address', async () => {
    const { status, body } = await app.call('GET', `${path}/nonsense`, { token: admin.token });
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty('email');
  });
});
