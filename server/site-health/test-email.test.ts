import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { signInAs } from '#tests/support/users.ts';

describe('a test email', () => {
  let mail: MailServer;
  let app: TestApp;
  let refusal: Error | undefined;

  beforeAll(async () => {
    mail = await startMailServer({
      onMessage: () => {
        if (refusal) throw refusal;
      },
    });
    app = await startTestApp({ SMTP_URL: mail.url });
  });
  afterAll(async () => {
    await app.close();
    await mail.close();
  });

  it('goes to the admin who requests it, in the brand of the site', async () => {
    const { token, email } = await signInAs(app, 'Admin');
    const { body } = await app.call('POST', '/site-health/test-email', { token });
    expect(body).toEqual({ to: email, failure: null });
    const [message, ...others] = mail.to(email).filter(({ subject }) => subject === 'Test email');
    expect(others).toEqual([]);
    expect(message!.from).toMatchObject({ name: 'ClassHarbor' });
    expect(message!.text).toContain('Your site can send email.');
  });

  it('that the mail server refuses is reported with its message, and not retried', async () => {
    refusal = smtpError(550, '5.7.1 This sender is not known here');
    const { token, email } = await signInAs(app, 'Admin');
    const before = mail.messages.length;
    const { status, body } = await app.call('POST', '/site-health/test-email', { token });
    refusal = undefined;
    expect(status).toBe(200);
    expect(body.to).toBe(email);
    expect(body.failure).toContain('550 5.7.1 This sender is not known here');
    expect(mail.messages).toHaveLength(before);
  });
});

it('an unavailable mail server is named as the reason', async () => {
  const app = await startTestApp({ DEMO: 'on', SMTP_URL: 'smtp://127.0.0.1:9' });
  const { token } = await signInAs(app, 'Admin');
  const { body } = await app.call('POST', '/site-health/test-email', { token });
  expect(body.failure).toMatch(/ECONNREFUSED/);
  await app.close();
});
