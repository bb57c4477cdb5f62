import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailsTo, tokenEmailedTo } from '#tests/support/emails.ts';
import { signIn, type TestUser, tokenFor } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { signInThroughSandbox } from '#tests/support/third-party.ts';
import { PASSWORD } from '#tests/support/password.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const signInByProvider = async (email: string): Promise<TestUser> => {
  const { cookie } = await signInThroughSandbox(app, { name: 'Erin Employed', email });
  return { name: 'Erin Employed', email, cookie, token: await tokenFor(app, email, cookie) };
};

const resetPassword = async (email: string) => {
  await app.call('POST', '/auth/request-password-reset', { body: { email } });
  const body = { token: await tokenEmailedTo(app, email), newPassword: PASSWORD };
  expect((await app.call('POST', '/auth/reset-password', { body })).status).toBe(200);
};

/** Changes a confirmed address, in a session of the user. */
const changeAddress = async ({ email, token }: TestUser, newEmail: string, password?: string) => {
  const asked = await app.call('POST', '/account/email-change', { body: { newEmail, password }, token });
  expect(asked.status).toBe(200);
  for (const address of [email, newEmail]) {
    const body = { token: await tokenEmailedTo(app, address) };
    expect((await app.call('POST', '/account/email-link', { body, token })).status).toBe(200);
  }
};

const isSignedIn = async ({ token }: TestUser): Promise<boolean> =>
  (await app.call('GET', '/account/data', { token })).status === 200;
const idOf = async (email: string): Promise<string> => {
  const { rows } = await app.pool.query<{ id: string }>('select id from identity.user where email = $1', [
    email,
  ]);
  return rows[0]!.id;
};

describe('a linked third-party account', () => {
  it('and its sessions end when the email address changes, while the session that changed it continues', async () => {
    const before = 'erin@employer.test';
    const after = 'erin@private.test';
    await signInByProvider(before);
    await resetPassword(before);
    const employer = await signInByProvider(before);
    const erin = await signIn(app, before, PASSWORD);
    await changeAddress(erin, after, PASSWORD);

    expect(await isSignedIn(employer)).toBe(false);
    expect(await isSignedIn(erin)).toBe(true);
    expect((await emailsTo(app, before))[0]).toContain('Every other session was signed out');
    await signInByProvider(before);
    expect(await idOf(before)).not.toBe(await idOf(after));
    expect((await signIn(app, after, PASSWORD)).email).toBe(after);
  });

  it('can be the only way to log in: afterwards a new password, or one of the new address, is', async () => {
    const before = 'paula@employer.test';
    const after = 'paula@private.test';
    const paula = await signInByProvider(before);
    await changeAddress(paula, after);
    expect(await isSignedIn(paula)).toBe(true);
    const id = await idOf(after);
    await signInByProvider(before);
    expect(await idOf(before)).not.toBe(id);
    await signInByProvider(after);
    expect(await idOf(after)).toBe(id);
    await resetPassword(after);
    expect((await signIn(app, after, PASSWORD)).email).toBe(after);
  });

  it('is removed by a password reset, and linked again if it has the same verified address', async () => {
    const email = 'rita@private.test';
    const former = 'rita@employer.test';
    await signInByProvider(former);
    // An address that was changed when this did not remove the account yet.
    await app.pool.query('update identity.user set email = $2 where email = $1', [former, email]);
    await app.pool.query('update users set email = $2 where email = $1', [former, email]);
    const id = await idOf(email);
    await resetPassword(email);

    await signInByProvider(former);
    expect(await idOf(former)).not.toBe(id);
    const rita = await signInByProvider(email);
    expect(await idOf(email)).toBe(id);
    expect(await isSignedIn(rita)).toBe(true);
    expect(await emailsTo(app, email)).toContainEqual(expect.stringContaining('A new way to log in'));
  });
});
