import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register, signIn, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';

let app: TestApp;
let ada: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  ada = await register(app, { name: 'Ada' });
});
afterAll(() => app.close());

describe('sessions', () => {
  it('are listed for the user, who can end each of them', async () => {
    const here = await register(app);
    const there = await signIn(app, here.email, PASSWORD);
    const { body: sessions } = await app.call('GET', '/auth/list-sessions', { cookie: here.cookie });
    expect(sessions).toHaveLength(2);
    const other = (sessions as { token: string }[]).find(
      ({ token }) => !decodeURIComponent(here.cookie).includes(token),
    )!;
    await app.call('POST', '/auth/revoke-session', { body: { token: other.token }, cookie: ada.cookie });
    expect((await app.call('GET', `/users/admin/${here.email}`, { token: there.token })).status).toBe(200);
    await app.call('POST', '/auth/revoke-session', { body: { token: other.token }, cookie: here.cookie });
    expect((await app.call('GET', `/users/admin/${here.email}`, { token: there.token })).status).toBe(401);
    expect((await app.call('GET', `/users/admin/${here.email}`, { token: here.token })).status).toBe(200);
  });

  it('end with a password change, except for the session that made it', async () => {
    const here = await register(app);
    const there = await signIn(app, here.email, PASSWORD);
    const change = (currentPassword: string) =>
      app.call('POST', '/auth/change-password', {
        body: { currentPassword, newPassword: 'quite another one', revokeOtherSessions: true },
        cookie: here.cookie,
      });
    expect((await change('not this one')).status).toBe(400);
    expect((await change(PASSWORD)).status).toBe(200);
    for (const { token } of [here, there]) {
      expect((await app.call('GET', `/users/admin/${here.email}`, { token })).status).toBe(401);
    }
  });
});
