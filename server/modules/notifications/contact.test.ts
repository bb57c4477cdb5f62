import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CONTACT_LINKS } from '#contract/contact.ts';
import { RATE_LIMITS } from '#server/http/rate-limit.ts';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { type MailServer, smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { REAL_SITE, startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import * as schema from '../../database/schema.ts';
import { deleteOldNotifications } from './outbox.repository.ts';

const OFFICE = 'office@example.test';
let mail: MailServer;
let app: TestApp;
let isRefusing = false;
beforeAll(async () => {
  mail = await startMailServer({
    onRecipient: () => {
      if (isRefusing) throw smtpError(550, 'No such mailbox');
    },
  });
  app = await startTestApp({
    SMTP_URL: mail.url,
    CONTACT_EMAIL: OFFICE,
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

let network = 0;
const fromNewNetwork = () => ({ 'x-forwarded-for': `203.0.113.${(network += 1)}` });
let visitors = 0;
const newVisitor = () => `visitor-${(visitors += 1)}@example.test`;
const send = (body: object, headers = fromNewNetwork()) => app.call('POST', '/contact', { body, headers });
const stored = async () => {
  const { rows } = await app.pool.query<{ from: string }>(
    `select data->>'from' as from from notifications where kind = 'contact'`,
  );
  return rows.map(({ from }) => from);
};
/** The message of a visitor as the office received it. */
const messageFrom = async (email: string) => {
  await emailsDelivered(app);
  return mail.to(OFFICE).find(({ replyTo }) => replyTo?.[0]?.address === email);
};

describe('a message of the contact form', () => {
  it('reaches the contact address, with its sender as the reply address', async () => {
    const email = newVisitor();
    const message = 'Do you have evening classes?\n\nסדנה <b>בערב</b>';
    const { status, body } = await send({ email: email.toUpperCase(), message });
    expect([status, body]).toEqual([200, { accepted: true }]);
    const received = (await messageFrom(email))!;
    expect(received.subject).toBe(`Message from ${email}`);
    expect(received.from?.address).not.toBe(email);
    expect(received.text).toContain('Do you have evening classes?');
    expect(received.html).toContain('&lt;b&gt;');
  });

  it('is delivered once if it is sent again because the response was lost', async () => {
    const [email, key] = [newVisitor(), randomUUID()];
    for (const message of ['Hello?', 'Hello?', 'Hello again?'])
      expect((await send({ email, message, key })).body).toEqual({ accepted: true });
    expect((await stored()).filter((from) => from === email)).toHaveLength(2);
  });

  it('leaves no trace in the audit trail', async () => {
    const entries = async () => (await app.pool.query('select from audit_trail')).rowCount;
    const before = await entries();
    await send({ email: newVisitor(), message: 'Hello' });
    expect(await entries()).toBe(before);
  });

  it('cannot add a header or a recipient', async () => {
    for (const email of [
      'a@example.test\r\nBcc: eve@example.test',
      'a@example.test, eve@example.test',
      'Ada <a@example.test>',
    ]) {
      const { status, body } = await send({ email, message: 'Hello' });
      expect([status, Object.keys(body.error.fields)]).toEqual([400, ['email']]);
    }
    const email = newVisitor();
    await send({ email, message: 'Hello\r\n.\r\nMAIL FROM:<eve@example.test>\r\nBcc: eve@example.test' });
    const received = (await messageFrom(email))!;
    expect(received.to!.map(({ address }) => address)).toEqual([OFFICE]);
    expect(received.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(received.text).toContain('Bcc: eve@example.test');
    expect(mail.to('eve@example.test')).toEqual([]);
  });

  it('is accepted and dropped if the hidden field is filled in', async () => {
    const email = newVisitor();
    const { status } = await send({ email, message: 'Cheap watches', website: 'https://example.test' });
    expect(status).toBe(200);
    expect(await stored()).not.toContain(email);
  });

  it('is refused with too many links, with the reason', async () => {
    const links = (count: number) => Array.from({ length: count }, () => 'https://example.test').join(' ');
    const { status, body } = await send({ email: newVisitor(), message: links(MAX_CONTACT_LINKS + 1) });
    expect([status, body.error.fields]).toEqual([400, { message: 'At most 2 links' }]);
    expect((await send({ email: newVisitor(), message: links(MAX_CONTACT_LINKS) })).status).toBe(200);
  });

  it('is limited for each sender, wherever they send from, and for each network', async () => {
    const email = newVisitor();
    for (let count = 0; count < RATE_LIMITS.contact.perAccount; count += 1)
      expect((await send({ email, message: `Message ${count}` })).status).toBe(200);
    const refused = await send({ email: email.toUpperCase(), message: 'One more' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    const headers = fromNewNetwork();
    for (let count = 0; count < RATE_LIMITS.contact.perNetwork; count += 1)
      expect((await send({ email: newVisitor(), message: 'Hello' }, headers)).status).toBe(200);
    expect((await send({ email: newVisitor(), message: 'Hello' }, headers)).status).toBe(429);
    expect((await send({ email: newVisitor(), message: 'Hello' })).status).toBe(200);
  });

  it('is deleted a week after its delivery, and a month after it was given up', async () => {
    const [delivered, refused, recent] = [newVisitor(), newVisitor(), newVisitor()];
    await send({ email: delivered, message: 'Hello' });
    await send({ email: recent, message: 'Hello' });
    await emailsDelivered(app);
    isRefusing = true;
    await send({ email: refused, message: 'Hello' });
    await emailsDelivered(app);
    isRefusing = false;
    const age = (email: string, days: number) =>
      app.pool.query(
        `update notifications set created_at = created_at - $2 * interval '1 day', sent_at = sent_at - $2 * interval '1 day'
          where data->>'from' = $1`,
        [email, days],
      );
    const clean = () => deleteOldNotifications(drizzle(app.pool, { schema }));
    await age(delivered, 8);
    await age(refused, 8);
    await clean();
    expect(await stored()).not.toContain(delivered);
    expect(await stored()).toEqual(expect.arrayContaining([refused, recent]));
    await age(refused, 23);
    await clean();
    expect(await stored()).not.toContain(refused);
    expect(await stored()).toContain(recent);
  });
});

it('a site without a contact address, or without a mail server, takes no messages and says so', async () => {
  const sites: [databaseUrl: string, variables: Record<string, string>][] = [
    [app.databaseUrl, { SMTP_URL: mail.url }],
    [await migratedDatabase(), { ...REAL_SITE, CONTACT_EMAIL: OFFICE }],
  ];
  for (const [databaseUrl, variables] of sites) {
    const server = await startTestServer(databaseUrl, variables);
    const config = (await (await fetch(`${server.url}/api/config`)).json()) as { takesMessages: boolean };
    expect(config.takesMessages).toBe(false);
    const response = await fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'visitor@example.test', message: 'Hello' }),
    });
    expect(response.status).toBe(409);
    await server.stop();
  }
});
