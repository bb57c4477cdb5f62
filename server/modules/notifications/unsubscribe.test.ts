import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMAIL_TOPICS, NOTIFICATION_KINDS } from '#contract/notifications.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';
import { TOPIC_OF } from './describe.ts';

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

/** The facts of any kind with a topic. */
const FACTS = {
  classId: 'x',
  title: 'T',
  assignment: 'A',
  date: '2030-01-31',
  lesson: 'L',
  text: 'Why?',
  path: '/',
  day: '2030-01-31',
  sales: [],
  keptUntil: '2030-01-31T00:00:00Z',
};

it.each(EMAIL_TOPICS)('an email about %s is unsubscribed from as mail programs do it', async (topic) => {
  const ada = await createStudent(app, { isConfirmed: true });
  const kind = NOTIFICATION_KINDS.find((one) => TOPIC_OF[one] === topic);
  await app.pool.query(
    `insert into notifications (user_id, kind, subject, data, listed)
       select id, $2, 'x', $3, false from users where email = $1`,
    [ada.email, kind, FACTS],
  );
  await emailsDelivered(app);
  const header = mail.to(ada.email)[0]!.headers.find(({ key }) => key === 'list-unsubscribe')!.value;
  // White space within an address is not part of it (RFC 2369).
  const address = /<(.*)>/.exec(header.replaceAll(/\s/g, ''))![1]!;
  expect((await fetch(address, { method: 'POST' })).status).toBe(200);
  const { body } = await app.call('GET', '/account/email-preferences', { token: ada.token });
  expect(body).toEqual({ muted: [topic] });
});
