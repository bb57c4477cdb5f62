import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type MailServer, smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { requestToTeach } from '#tests/support/teacher-requests.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createAdmin, createStudent, signInAs, type TestUser } from '#tests/support/users.ts';

let mail: MailServer;
let app: TestApp;
let admin: TestUser;
let onRecipient: (address: string) => void;

const accept = () => {
  onRecipient = () => undefined;
};

beforeAll(async () => {
  accept();
  mail = await startMailServer({ onRecipient: (address) => onRecipient(address) });
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
  admin = await signInAs(app, 'Admin');
});
afterEach(accept);
afterAll(async () => {
  await app.close();
  await mail.close();
});

/** The states of the emails of a kind to a user. */
const statesOf = async ({ email }: TestUser, kind: string) => {
  const { rows } = await app.pool.query<{ email: string; attempts: number }>(
    `select n.email, n.attempts from notifications n join users u on u.id = n.user_id
      where u.email = $1 and n.kind = $2 order by n.created_at`,
    [email, kind],
  );
  return rows;
};

/** Waits until the mail server has refused an email for now. */
const heldBack = (user: TestUser, kind: string) =>
  expect
    .poll(() => statesOf(user, kind))
    .toEqual([{ email: 'queued', attempts: expect.toSatisfy((n) => n > 0) }]);

/** Lets the mail server accept everything. @returns the state of the email that was held back */
const release = async (user: TestUser, kind: string) => {
  accept();
  await app.pool.query("update pgboss.job set start_after = now() where name = 'emails' and state = 'retry'");
  await app.pool.query("select pg_notify('catalogue', 'notifications by email')");
  await expect.poll(async () => (await statesOf(user, kind))[0]?.email).not.toBe('queued');
  return (await statesOf(user, kind))[0]!.email;
};

it('what is for admins neither reaches nor is shown to somebody who has lost the role', async () => {
  const [ada, eve] = [await createStudent(app), await createAdmin(app)];
  onRecipient = (address) => {
    throw address === ada.email ? smtpError(550, 'No such mailbox') : smtpError(451, 'Try again later');
  };
  await requestToTeach(app, ada);
  await heldBack(eve, 'attention');
  const bell = async (): Promise<[unknown, number]> => {
    const { token } = eve;
    const { body } = await app.call('GET', '/notifications', { token });
    return [(await app.call('GET', '/notifications/unread', { token })).body.count, body.length as number];
  };
  expect(await bell()).toEqual([1, 1]);
  const { body } = await app.call('GET', `/users?q=${eve.email}`, { token: admin.token });
  await app.call('DELETE', `/users/admin/${body[0]._id}`, { token: admin.token });
  expect(await release(eve, 'attention')).toBe('skipped');
  expect(mail.to(eve.email).map(({ subject }) => subject)).not.toContain('An email could not be delivered');
  expect(await bell()).toEqual([0, 0]);
  await expect.poll(async () => (await statesOf(admin, 'attention'))[0]?.email).toBe('sent');
});
