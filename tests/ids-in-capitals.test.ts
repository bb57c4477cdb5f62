import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userIdOf } from './support/books.ts';
import { publishClass } from './support/classes.ts';
import { Discussion } from './support/discussion.ts';
import { setUpSecondFactor } from './support/second-factor.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { register, signInAs, type TestUser } from './support/users.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

/** Calls as an admin with the id of a user in capitals. */
const manage = (method: string, path: string, id: string, by = admin) =>
  app.call(method, `${path}/${id.toUpperCase()}`, { token: by.token });

describe('an admin who writes their own id in capitals', () => {
  it('can neither delete nor demote themselves', async () => {
    const last = await manage('DELETE', '/users', await userIdOf(app.pool, admin));
    expect([last.status, last.body.error?.code]).toEqual([409, 'last_admin']);
    const other = await register(app);
    expect((await manage('PATCH', '/users/admin', await userIdOf(app.pool, other))).body).toEqual({
      modifiedCount: 1,
    });
    for (const path of ['/users', '/users/admin']) {
      const { status, body } = await manage('DELETE', path, await userIdOf(app.pool, admin));
      expect([status, body.error?.code], path).toEqual([409, 'own_account']);
    }
    expect((await app.call('GET', '/users', { token: admin.token })).status).toBe(200);
  });

  it('cannot remove their second factor without a code', async () => {
    const careful = await register(app);
    await manage('PATCH', '/users/admin', await userIdOf(app.pool, careful));
    const { token } = await setUpSecondFactor(app, careful);
    const { status, body } = await manage(
      'DELETE',
      '/users/second-factor',
      await userIdOf(app.pool, careful),
      {
        ...careful,
        token,
      },
    );
    expect([status, body.error?.code]).toEqual([409, 'own_account']);
  });
});

describe('a cached response whose address has the id in capitals', () => {
  it('ends with the class', async () => {
    const teacher = await signInAs(app, 'Teacher');
    const id = await publishClass(app, teacher, admin, { title: 'Short-lived' });
    const addresses = ['', '/curriculum'].map((path) => `/classes/${id.toUpperCase()}${path}`);
    for (const address of addresses) expect((await app.call('GET', address)).status).toBe(200);
    const body = { status: 'rejected', reason: 'Not true' };
    await app.call('PATCH', `/classes/withdraw/${id}`, { body, token: admin.token });
    for (const address of addresses) expect((await app.call('GET', address)).status, address).toBe(404);
  });
});

describe('a teacher who replies to the same feedback with different capitals', () => {
  it('sends its author one notification', async () => {
    const { people, classId } = await Discussion.create(app);
    const { ada, teacher } = people;
    const given = { rating: 5, feedback: 'Good' };
    await app.call('POST', '/feedback', { body: { classId, ...given }, token: ada.token });
    const { body } = await app.call('GET', `/feedback?classId=${classId}`);
    const id = body[0]._id as string;
    for (const written of [id, id.toUpperCase()])
      await app.call('PUT', `/feedback/${written}/reply`, { body: { text: 'Thanks' }, token: teacher.token });
    const { rows } = await app.pool.query("select subject from notifications where kind = 'feedback reply'");
    expect(rows).toEqual([{ subject: id }]);
  });
});
