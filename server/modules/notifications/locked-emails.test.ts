import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EMAILS } from '#server/database/topics.ts';
import { announceTopic } from '#tests/support/announce-topic.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { whileLocked } from '#tests/support/locks.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';
import { EmailJobs } from './email-jobs.ts';

let mail: MailServer;
let app: TestApp;

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

it('an email that another transaction has locked is sent soon after, although nothing announces that', async () => {
  const { email } = await createStudent(app, { isConfirmed: true });
  await emailsDelivered(app);
  const rests = vi.spyOn(EmailJobs.prototype, 'untilNext');
  /** Waits until the queue has looked for emails and found none that it can take. */
  const untilRest = () => expect.poll(() => rests.mock.calls.length).toBeGreaterThan(0);

  const { rows } = await app.pool.query<{ id: string }>(
    `insert into notifications (user_id, kind, subject, data, email)
     select id, 'notice', 'locked', '{"subject": "Locked", "paragraphs": ["A text"]}', 'none' from users where email = $1
     returning id`,
    [email],
  );
  // The queue is woken by the row, which is no email yet.
  await untilRest();
  const { id } = rows[0]!;
  await app.pool.query("update notifications set email = 'waiting' where id = $1", [id]);
  await whileLocked(app.pool, async (client) => {
    await client.query('select from notifications where id = $1 for update', [id]);
    rests.mockClear();
    await announceTopic(app.pool, EMAILS);
    await untilRest();
  });
  await emailsDelivered(app);
  expect(mail.to(email).map(({ subject }) => subject)).toContain('Locked');
});
