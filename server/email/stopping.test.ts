import { expect, it } from 'vitest';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import { smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { REAL_SITE, startTestServer } from '#tests/support/start-test-server.ts';

it('a server that stops first hands over the emails with a link that wait for a retry', async () => {
  let attempts = 0;
  const mail = await startMailServer({
    onRecipient: () => {
      attempts += 1;
      if (attempts === 1) throw smtpError(451, 'Try again later');
    },
  });
  const server = await startTestServer(await migratedDatabase(), { ...REAL_SITE, SMTP_URL: mail.url });
  const email = 'ada@example.test';
  const registered = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email, name: 'Ada', password: 'a good password of Ada' }),
  });
  expect(await registered.json()).toMatchObject({ user: { email } });
  await expect.poll(() => attempts).toBe(1);
  await server.stop();
  const received = mail.to(email).map(({ subject }) => subject);
  await mail.close();
  expect(received).toEqual([expect.stringMatching(/^Confirm/)]);
});
