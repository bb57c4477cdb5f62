import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailsTo, linkIn } from '#tests/support/emails.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { cookieOf, createStudent, register } from '#tests/support/users.ts';

/** More emails than an address gets per hour. */
const REQUESTS = 7;

let app: TestApp;

const repeat = async <Result>(run: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  while (results.length < REQUESTS) results.push(await run());
  return results;
};

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const countOf = async (email: string, words: string): Promise<number> =>
  (await emailsTo(app, email)).filter((message) => message.includes(words)).length;

describe('an address gets at most five emails of a kind per hour', () => {
  it('if strangers ask to reset its password, with the same response, and the first link still works', async () => {
    const { email } = await register(app);
    const responses = await repeat(() =>
      app.call('POST', '/auth/request-password-reset', { body: { email } }),
    );
    for (const { status, body } of responses)
      expect({ status, body }).toEqual({ status: 200, body: responses[0]!.body });
    const resets = async () =>
      (await emailsTo(app, email)).filter((message) => message.includes('asked to reset your password'));
    await expect.poll(async () => (await resets()).length).toBe(5);
    const token = new URL(linkIn((await resets()).at(-1)!)).searchParams.get('token')!;
    const reset = { newPassword: 'quite another one', token };
    expect((await app.call('POST', '/auth/reset-password', { body: reset })).status).toBe(200);
  });

  it('if an account with the address is created and deleted again and again', async () => {
    const email = 'victim@example.test';
    await repeat(async () => {
      const { token } = await register(app, { email });
      const body = { email, password: PASSWORD };
      expect((await app.call('DELETE', '/account', { body, token })).status).toBe(200);
    });
    await expect.poll(() => countOf(email, 'Please confirm within an hour')).toBe(5);
  });

  it('if many accounts ask to change to the address', async () => {
    const newEmail = 'another@example.test';
    await repeat(async () => {
      const { token } = await createStudent(app);
      const body = { newEmail, password: PASSWORD };
      expect((await app.call('POST', '/account/email-change', { body, token })).status).toBe(200);
    });
    await expect.poll(() => countOf(newEmail, 'Confirm it within an hour')).toBe(5);
  });

  it('if the password of an account that a stranger has created with it is changed again and again', async () => {
    const { email, cookie } = await register(app);
    let session = cookie;
    let currentPassword = PASSWORD;
    await repeat(async () => {
      const newPassword = `${currentPassword} and more`;
      const changed = await app.call('POST', '/auth/change-password', {
        body: { currentPassword, newPassword },
        cookie: session,
      });
      expect(changed.status).toBe(200);
      session = cookieOf(changed);
      currentPassword = newPassword;
    });
    await expect.poll(() => countOf(email, 'The password of your account was changed')).toBe(5);
  });
});
