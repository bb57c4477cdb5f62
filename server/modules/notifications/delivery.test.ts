import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EMAILS } from '#server/database/topics.ts';
import { announceTopic } from '#tests/support/announce-topic.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { type MailServer, smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { requestToTeach } from '#tests/support/teacher-requests.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';

let mail: MailServer;
let app: TestApp;
let admin: TestUser;
/** The behavior of the mail server for recipients and messages, besides accepting them. */
let onRecipient: (address: string) => Promise<void> | void;
let onMessage: (message: Email) => Promise<void> | void;

const behaveWell = () => {
  onRecipient = () => undefined;
  onMessage = () => undefined;
};
const openMailServer = (port?: number) =>
  startMailServer({
    port,
    onRecipient: (address) => onRecipient(address),
    onMessage: (message) => onMessage(message),
  });

beforeAll(async () => {
  behaveWell();
  mail = await openMailServer();
  app = await startTestApp({
    SMTP_URL: mail.url,
    MAIL_RATE: '1000',
    MAIL_FROM: 'School <school@example.test>',
  });
  admin = await signInAs(app, 'Admin');
});
afterEach(behaveWell);
afterAll(async () => {
  await app.close();
  await mail.close();
});

const stateOf = async ({ email }: TestUser) => {
  const { rows } = await app.pool.query<{ email: string; attempts: number; failure: string | null }>(
    `select n.email, n.attempts, n.failure from notifications n join users u on u.id = n.user_id
      where u.email = $1 or n.address = $1`,
    [email],
  );
  return rows;
};

/** Makes everything that is to be retried later due now. */
const hurry = async () => {
  const { rowCount } = await app.pool.query(
    "update pgboss.job set start_after = now() where name = 'emails' and state = 'retry'",
  );
  if (rowCount) await announceTopic(app.pool, EMAILS);
};

/** The subjects of the emails that a user received, once no email is waiting. */
const delivered = async ({ email }: TestUser) => {
  await expect
    .poll(async () => {
      await hurry();
      return (await app.pool.query("select from notifications where email in ('waiting', 'queued')"))
        .rowCount;
    })
    .toBe(0);
  return mail.to(email).map(({ subject }) => subject);
};

const RECEIVED = 'We received your request to teach';

describe('an email', () => {
  it('has the configured sender, and is not in the outbox of the demo', async () => {
    const ada = await createStudent(app);
    await requestToTeach(app, ada);
    expect(await delivered(ada)).toEqual([RECEIVED]);
    expect(mail.to(ada.email)[0]!.from).toMatchObject({ name: 'School', address: 'school@example.test' });
    const config = (await app.call('GET', '/config')).body;
    expect(config).toMatchObject({ sendsEmail: true });
    expect(config).not.toHaveProperty('outbox');
    expect((await fetch(`${app.url}/sandbox/mail`)).status).toBe(404);
  });

  it('arrives once the mail server is back, dated when it was written', async () => {
    const ada = await createStudent(app);
    const { port } = mail;
    await mail.close();
    await requestToTeach(app, ada);
    await expect.poll(async () => (await stateOf(ada))[0]?.attempts).toBeGreaterThan(0);
    expect(await stateOf(ada)).toMatchObject([{ email: 'queued', failure: expect.stringMatching(/ECONN/) }]);
    await app.pool.query(
      "update notifications set created_at = '2026-02-03T04:05:06Z' where email = 'queued'",
    );
    mail = await openMailServer(port);
    expect(await delivered(ada)).toEqual([RECEIVED]);
    expect(mail.to(ada.email)[0]!.date).toBe('2026-02-03T04:05:06.000Z');
  });

  it('arrives although the mail server is busy at first', async () => {
    const ada = await createStudent(app);
    let attempts = 0;
    onRecipient = () => {
      attempts += 1;
      if (attempts === 1) throw smtpError(451, 'Try again later');
    };
    await requestToTeach(app, ada);
    expect(await delivered(ada)).toEqual([RECEIVED]);
    expect(await stateOf(ada)).toMatchObject([{ email: 'sent', attempts: 2, failure: null }]);
  });

  it('to which the mail server does not respond times out and is retried; nothing else is delayed', async () => {
    const [ada, ben] = [await createStudent(app), await createStudent(app)];
    let letGo = () => {};
    const silence = new Promise<void>((resolve) => (letGo = resolve));
    onMessage = ({ to }) => (to?.[0]?.address === ada.email ? silence : undefined);
    await requestToTeach(app, ada);
    await requestToTeach(app, ben);
    await expect.poll(() => mail.to(ben.email).length, { timeout: 60_000 }).toBe(1);
    expect(mail.to(ada.email)).toEqual([]);
    expect((await app.call('GET', '/notifications', { token: ada.token })).body).toHaveLength(1);
    await expect.poll(async () => (await stateOf(ada))[0]?.attempts, { timeout: 60_000 }).toBe(1);
    expect(await stateOf(ada)).toMatchObject([
      { email: 'queued', failure: expect.stringMatching(/timeout/i) },
    ]);
    behaveWell();
    expect(await delivered(ada)).toEqual([RECEIVED]);
    letGo();
  });

  it('arrives, perhaps twice but with one id, if the mail server accepts it and hangs up', async () => {
    const ada = await createStudent(app);
    let attempts = 0;
    const { port } = mail;
    onMessage = async () => {
      attempts += 1;
      // The message was read to its end; then its connection ends without a response.
      if (attempts === 1) {
        const accepted = mail.messages;
        await mail.close();
        mail = await openMailServer(port);
        mail.messages.push(...accepted);
      }
    };
    await requestToTeach(app, ada);
    const subjects = await delivered(ada);
    expect(subjects.length).toBeGreaterThanOrEqual(1);
    expect(subjects.length).toBeLessThanOrEqual(2);
    expect(new Set(mail.to(ada.email).map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('to an address that is refused does not hold up others; admins see it and retry it', async () => {
    const ada = await createStudent(app);
    const ben = await createStudent(app);
    onRecipient = (address) => {
      if (address === ada.email) throw smtpError(550, 'No such mailbox');
    };
    await requestToTeach(app, ada);
    await requestToTeach(app, ben);
    expect(await delivered(ben)).toEqual([RECEIVED]);
    const list = async () => (await app.call('GET', '/undelivered-emails', { token: admin.token })).body;
    expect(await list()).toMatchObject([
      { to: ada.email, subject: RECEIVED, attempts: 1, failure: expect.stringContaining('No such mailbox') },
    ]);
    expect((await (await fetch(`${app.url}/api/metrics`)).text()).match(/^emails_failed .*/m)![0]).toBe(
      'emails_failed 1',
    );
    const notifications = async () =>
      (await app.call('GET', '/notifications', { token: admin.token })).body.filter(
        ({ title }: { title: string }) => title === 'An email could not be delivered',
      );
    expect(await notifications()).toMatchObject([{ path: '/dashboard/undeliveredEmails' }]);
    behaveWell();
    const [{ _id }] = await list();
    await app.call('POST', `/undelivered-emails/${_id}/retry`, { token: admin.token });
    expect(await delivered(ada)).toEqual([RECEIVED]);
    expect(await list()).toEqual([]);
  });

  it('that failed is retried together with others; admins are notified once a day', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => createStudent(app)));
    const addresses = people.map(({ email }) => email);
    onRecipient = (address) => {
      if (addresses.includes(address)) throw smtpError(550, 'No such mailbox');
    };
    for (const person of people) await requestToTeach(app, person);
    await delivered(people[0]!);
    const list = async (): Promise<{ _id: string }[]> =>
      (await app.call('GET', '/undelivered-emails', { token: admin.token })).body;
    const ids = (await list()).map(({ _id }) => _id);
    expect(ids).toHaveLength(3);
    const { rows } = await app.pool.query(
      "select distinct subject from notifications where data->>'about' = 'emails'",
    );
    expect(rows).toHaveLength(1);
    behaveWell();
    const retry = (token: string) => app.call('POST', '/undelivered-emails/retry', { body: { ids }, token });
    expect((await retry(people[0]!.token)).status).toBe(403);
    expect((await retry(admin.token)).body).toEqual({ modifiedCount: 3 });
    for (const person of people) expect(await delivered(person)).toEqual([RECEIVED]);
    expect((await retry(admin.token)).body).toEqual({ modifiedCount: 0 });
    expect(await list()).toEqual([]);
  });

  it('that was dismissed is neither counted nor sent', async () => {
    const ada = await createStudent(app);
    onRecipient = (address) => {
      if (address === ada.email) throw smtpError(550, 'No such mailbox');
    };
    await requestToTeach(app, ada);
    await delivered(ada);
    const [{ _id }] = (await app.call('GET', '/undelivered-emails', { token: admin.token })).body;
    const dismiss = () => app.call('POST', `/undelivered-emails/${_id}/dismiss`, { token: admin.token });
    expect((await dismiss()).body).toEqual({ modifiedCount: 1 });
    expect((await dismiss()).status).toBe(404);
    expect((await app.call('GET', '/undelivered-emails', { token: admin.token })).body).toEqual([]);
    expect(await (await fetch(`${app.url}/api/metrics`)).text()).toMatch(/^emails_failed 0$/m);
    expect(await stateOf(ada)).toMatchObject([{ email: 'skipped' }]);
  });

  it('is dismissed together with others, once', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => createStudent(app)));
    onRecipient = (address) => {
      if (people.some(({ email }) => email === address)) throw smtpError(550, 'No such mailbox');
    };
    for (const person of people) await requestToTeach(app, person);
    for (const person of people) await delivered(person);
    const list = async (): Promise<{ _id: string }[]> =>
      (await app.call('GET', '/undelivered-emails', { token: admin.token })).body;
    const ids = (await list()).map(({ _id }) => _id);
    const dismiss = (body: object, token?: string) =>
      app.call('POST', '/undelivered-emails/dismiss', { body, token });
    expect((await dismiss({ ids: [] }, admin.token)).status).toBe(400);
    expect((await dismiss({ ids }, people[0]!.token)).status).toBe(403);
    expect((await dismiss({ ids: ids.slice(1) }, admin.token)).body).toEqual({ modifiedCount: 2 });
    expect((await list()).map(({ _id }) => _id)).toEqual(ids.slice(0, 1));
    expect((await dismiss({ ids }, admin.token)).body).toEqual({ modifiedCount: 1 });
    expect(await list()).toEqual([]);
    expect((await dismiss({ ids }, admin.token)).body).toEqual({ modifiedCount: 0 });
    const trail = await app.call('GET', '/audit?action=emails%20dismissed&limit=2', { token: admin.token });
    expect(trail.body).toMatchObject([{ subject: '1 email' }, { subject: '2 emails' }]);
  });

  it('of a kind that only a newer server knows is left to it, and hides no other from admins', async () => {
    const ada = await createStudent(app);
    const write = (subject: string, state: string) =>
      app.pool.query(
        `insert into notifications (user_id, kind, subject, data, email)
         select id, 'of a newer server', $2, '{}', $3 from users where email = $1`,
        [ada.email, subject, state],
      );
    // The newer server's migration has replaced it.
    await app.pool.query('alter table notifications drop constraint notifications_kind_known');
    await write('waiting', 'waiting');
    await write('failed', 'failed');
    await requestToTeach(app, ada);
    await expect.poll(() => mail.to(ada.email).map(({ subject }) => subject)).toEqual([RECEIVED]);
    const states = async () => (await stateOf(ada)).map(({ email }) => email).sort();
    await expect.poll(states).toEqual(['failed', 'sent', 'waiting']);
    const { status, body } = await app.call('GET', '/undelivered-emails', { token: admin.token });
    expect([status, body]).toEqual([200, []]);
    await app.pool.query("delete from notifications where kind = 'of a newer server'");
  });

  it('is not sent to a user who has deleted their account meanwhile', async () => {
    const ada = await createStudent(app);
    const { port } = mail;
    await mail.close();
    await requestToTeach(app, ada);
    const { status } = await app.call('DELETE', '/account', {
      body: { email: ada.email, password: PASSWORD },
      token: ada.token,
    });
    expect(status).toBe(200);
    mail = await openMailServer(port);
    expect(await delivered(ada)).toEqual(['Your account was deleted']);
    expect((await stateOf(ada)).filter(({ email }) => email === 'failed')).toEqual([]);
  });

  it('has no header that a name or title could add', async () => {
    const ada = await createStudent(app);
    await app.pool.query(
      `insert into notifications (user_id, kind, subject, data)
         select id, 'class approved', 'x', $2 from users where email = $1`,
      [ada.email, { classId: 'x', title: 'A\r\nBcc: eve@example.test\r\n\r\nBody', reason: null }],
    );
    const [subject] = await delivered(ada);
    expect(subject).toBe('“A Bcc: eve@example.test Body” is published');
    const [email] = mail.to(ada.email);
    expect(email!.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.to('eve@example.test')).toEqual([]);
  });

  it('is sent once by two servers', async () => {
    const other = await startTestServer(app.databaseUrl, { SMTP_URL: mail.url, MAIL_RATE: '1000' });
    const before = mail.messages.length;
    const people = await Promise.all(Array.from({ length: 20 }, () => createStudent(app)));
    for (const person of people) await requestToTeach(app, person);
    await emailsDelivered(app);
    await other.stop();
    expect(mail.messages.length - before).toBe(20);
    expect(new Set(mail.messages.slice(before).map(({ messageId }) => messageId)).size).toBe(20);
  });

  it('of a server that died is sent by the next one', async () => {
    const ada = await createStudent(app);
    const { rows } = await app.pool.query<{ id: string }>(
      `insert into notifications (user_id, kind, subject, email)
         select id, 'teacher request received', 'died', 'none' from users where email = $1 returning id`,
      [ada.email],
    );
    // The state that a killed server leaves: taken from the outbox, with its job started long ago.
    await app.pool.query(
      `insert into pgboss.job (id, name, state, started_on, expire_seconds, retry_limit)
         values ($1, 'emails', 'active', now() - interval '1 hour', 300, 30)`,
      [rows[0]!.id],
    );
    await app.pool.query("update notifications set email = 'queued' where id = $1", [rows[0]!.id]);
    await app.pool.query("update pgboss.queue set monitor_on = now() - interval '1 hour'");
    await expect.poll(() => mail.to(ada.email).length, { timeout: 90_000 }).toBe(1);
  });
});
