import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContactDetails, SiteSettings } from '#contract/site-settings.ts';
import type { UndeliveredEmail } from '#contract/undelivered.ts';
import { announceTopic } from '#tests/support/announce-topic.ts';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { type MailServer, smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { REAL_SITE, startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { EMAILS } from '../../database/topics.ts';

/** The address in the server's settings. */
const OFFICE = 'office@example.test';

let mail: MailServer;
let onRecipient: (address: string) => void = () => undefined;
let app: TestApp;
let other: Awaited<ReturnType<typeof startTestServer>>;
let admin: TestUser;
beforeAll(async () => {
  mail = await startMailServer({ onRecipient: (address) => onRecipient(address) });
  app = await startTestApp({ SMTP_URL: mail.url, CONTACT_EMAIL: OFFICE });
  other = await startTestServer(app.databaseUrl, { SMTP_URL: mail.url });
  admin = await signInAs(app, 'Admin');
});
afterAll(async () => {
  await other.stop();
  await app.close();
  await mail.close();
});

const settings = async () =>
  (await app.call('GET', '/site-settings', { token: admin.token })).body as SiteSettings;
const change = async (changed: Partial<ContactDetails>, version?: number) => {
  const current = await settings();
  return app.call('PUT', '/site-settings', {
    token: admin.token,
    body: { contact: { ...current.contact, ...changed }, version: version ?? current.version },
  });
};
const pageOf = async (url: string) => (await fetch(`${url}/about`)).text();
const takesMessages = async (url: string) =>
  ((await (await fetch(`${url}/api/config`)).json()) as { takesMessages: boolean }).takesMessages;
let visitors = 0;
/** @returns the recipients of a message from the contact form */
const recipientsOf = async () => {
  const email = `visitor-${(visitors += 1)}@example.test`;
  const { status } = await app.call('POST', '/contact', { body: { email, message: 'Hello' } });
  expect(status).toBe(200);
  await emailsDelivered(app);
  return ['owner@example.test', OFFICE].filter((address) =>
    mail.to(address).some(({ replyTo }) => replyTo?.[0]?.address === email),
  );
};

describe('the phone number', () => {
  it('is on the pages of every server at once, and may be empty', async () => {
    for (const url of [app.url, other.url])
      expect(await pageOf(url)).toContain('"phone":"+1 (555) 010-1999"');
    expect((await change({ phone: ' +46 8 123 45 67 ' })).body).toMatchObject({
      contact: { phone: '+46 8 123 45 67' },
    });
    expect(await pageOf(app.url)).toContain('"phone":"+46 8 123 45 67"');
    await expect.poll(() => pageOf(other.url)).toContain('"phone":"+46 8 123 45 67"');
    expect((await change({ phone: '' })).status).toBe(200);
    expect(await pageOf(app.url)).toContain('"phone":""');
  });
});

describe('the contact address', () => {
  it('overrides the one in the server’s settings', async () => {
    expect(await recipientsOf()).toEqual([OFFICE]);
    expect((await change({ email: 'Owner@Example.test' })).body).toMatchObject({
      contact: { email: 'owner@example.test' },
    });
    expect(await recipientsOf()).toEqual(['owner@example.test']);
    expect((await change({ email: '' })).status).toBe(200);
    expect(await recipientsOf()).toEqual([OFFICE]);
  });

  it('receives a message that was refused at the address before it', async () => {
    const [wrong, right] = ['ofice@example.test', 'owner@example.test'];
    onRecipient = (address) => {
      if (address === wrong) throw smtpError(451, 'Try again later');
    };
    await change({ email: wrong });
    const from = 'patient@example.test';
    await app.call('POST', '/contact', { body: { email: from, message: 'Hello' } });
    await expect
      .poll(async () => {
        const { rows } = await app.pool.query(
          "select attempts from notifications where kind = 'contact' and address = $1",
          [wrong],
        );
        return rows[0]?.attempts as number;
      })
      .toBeGreaterThan(0);
    await change({ email: right });
    await app.pool.query("update pgboss.job set start_after = now() where state = 'retry'");
    await announceTopic(app.pool, EMAILS);
    await emailsDelivered(app);
    expect(mail.to(right).map(({ replyTo }) => replyTo?.[0]?.address)).toContain(from);
    await change({ email: '' });
  });

  it('is shown for, and used by the retry of, a message that was rejected at the address before it', async () => {
    const [gone, present] = ['gone@example.test', 'present@example.test'];
    onRecipient = (address) => {
      if (address === gone) throw smtpError(550, 'No such mailbox');
    };
    const recipients = async (q: string) => {
      const { body } = await app.call('GET', `/undelivered-emails?q=${q}`, { token: admin.token });
      return (body as UndeliveredEmail[]).map(({ to }) => to);
    };
    await change({ email: gone });
    await app.call('POST', '/contact', { body: { email: 'rejected@example.test', message: 'Hello' } });
    await expect.poll(() => recipients(gone)).toEqual([gone]);
    await change({ email: present });
    expect(await recipients(gone)).toEqual([]);
    expect(await recipients(present)).toEqual([present]);
    const { body } = await app.call('GET', '/undelivered-emails', { token: admin.token });
    await app.call('POST', `/undelivered-emails/${body[0]._id}/retry`, { token: admin.token });
    await emailsDelivered(app);
    expect(mail.to(present)).toHaveLength(1);
    const { rows } = await app.pool.query('select address from notifications where id = $1', [body[0]._id]);
    expect(rows).toEqual([{ address: present }]);
    await change({ email: '' });
  });

  it('makes a server without one accept messages, as its public settings show at once', async () => {
    expect(await takesMessages(other.url)).toBe(false);
    await change({ email: 'owner@example.test' });
    await expect.poll(() => takesMessages(other.url)).toBe(true);
    await change({ email: '' });
    await expect.poll(() => takesMessages(other.url)).toBe(false);
  });

  it('is visible only to admins', async () => {
    await change({ email: 'hidden@example.test' });
    const { token } = await createStudent(app);
    expect((await app.call('GET', '/site-settings', { token })).status).toBe(403);
    expect(await pageOf(app.url)).not.toContain('hidden@');
    expect(await (await fetch(`${app.url}/api/config`)).text()).not.toContain('hidden@');
  });

  it('receives no messages on a site without a mail server, as its public settings show', async () => {
    const database = await migratedDatabase();
    const silent = await startTestServer(database, { ...REAL_SITE, CONTACT_EMAIL: OFFICE });
    expect(await takesMessages(silent.url)).toBe(false);
    await silent.stop();
  });
});

describe('a change', () => {
  it.each<[keyof ContactDetails, string]>([
    ['phone', 'call me'],
    ['phone', '12'],
    ['phone', '<script>alert(1)</script> 123'],
    ['phone', `+${'1'.repeat(40)}`],
    ['phone', '+46 8\n123 45'],
    ['email', 'owner'],
    ['email', 'Owner <owner@example.test>'],
    ['email', 'a@example.test, b@example.test'],
    ['email', 'a@example.test\r\nBcc: eve@example.test'],
  ])('that is invalid is refused with the reason: %s %j', async (name, value) => {
    const before = await settings();
    const { status, body } = await change({ [name]: value });
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty(`contact.${name}`);
    expect(await settings()).toEqual(before);
  });

  it('of one admin does not overwrite that of another, and is in the audit trail', async () => {
    const { version, brand } = await settings();
    const responses = await Promise.all(
      ['+46 1 111', '+46 2 222'].map((phone) => change({ phone }, version)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = responses.find(({ status }) => status === 409)!;
    const now = await settings();
    expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: now });
    expect(now).toMatchObject({ brand, version: version + 1 });
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([
      { action: 'site settings changed', reason: 'Phone number and contact address' },
    ]);
  });
});
