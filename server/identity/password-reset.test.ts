import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkIn, emailsTo } from '#tests/support/emails.ts';
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

describe('a forgotten password', () => {
  it('is reset once by a link in an email, which ends every session', async () => {
    const eve = await register(app);
    const { status } = await app.call('POST', '/auth/request-password-reset', { body: { email: eve.email } });
    expect(status).toBe(200);
    const [message = ''] = await emailsTo(app, eve.email);
    expect(message).toContain('Set a new password');
    const token = new URL(linkIn(message)).searchParams.get('token')!;
    expect(linkIn(message)).toBe(`${app.url}/login/reset?token=${token}`);

    const reset = () =>
      app.call('POST', '/auth/reset-password', { body: { newPassword: 'quite another one', token } });
    expect(await reset()).toMatchObject({ status: 200, body: { status: true, email: eve.email } });
    expect((await reset()).status).toBe(400);
    expect((await app.call('GET', `/users/admin/${eve.email}`, { token: eve.token })).status).toBe(401);
    await expect(signIn(app, eve.email, PASSWORD)).rejects.toThrow('INVALID_EMAIL_OR_PASSWORD');
    expect((await signIn(app, eve.email, 'quite another one')).email).toBe(eve.email);
    expect((await emailsTo(app, eve.email))[0]).toContain('Your password was changed');
  });

  it('gets the same response for an unknown address, to which no email is sent', async () => {
    const known = await app.call('POST', '/auth/request-password-reset', { body: { email: ada.email } });
    const unknown = await app.call('POST', '/auth/request-password-reset', {
      body: { email: 'nobody@example.test' },
    });
    expect(unknown).toMatchObject({ status: known.status, body: known.body as object });
    expect(await emailsTo(app, 'nobody@example.test')).toEqual([]);
  });

  it('stores no reset token in plain text', async () => {
    await app.call('POST', '/auth/request-password-reset', { body: { email: ada.email } });
    const token = new URL(linkIn((await emailsTo(app, ada.email))[0]!)).searchParams.get('token')!;
    const { rows } = await app.pool.query<{ kept: string }>(
      'select identifier || value as kept from identity.verification',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { kept } of rows) expect(kept).not.toContain(token);
  });
});
