import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailsDelivered } from '#tests/support/emails.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTeacher } from '#tests/support/users.ts';
import { collectSales } from './outbox.repository.ts';

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

interface Sold {
  title: string;
  amount: number;
  currency?: string;
}

/** The email to a teacher about these sales of yesterday, as `notify-of-purchase.ts` stores them. */
const digestOf = async (sales: Sold[]): Promise<string> => {
  const { email } = await createTeacher(app, { isConfirmed: true });
  for (const data of sales)
    await app.pool.query(
      `insert into notifications (user_id, kind, subject, data, email, created_at)
       select id, 'sale', gen_random_uuid(), $2, 'collected', now() - interval '24 hours' from users where email = $1`,
      [email, data],
    );
  await drizzle(app.pool).transaction((trx) => collectSales(trx as never));
  await app.pool.query("select pg_notify('catalogue', 'notifications')");
  await emailsDelivered(app);
  const digests = mail.to(email).filter(({ subject }) => /new students? on/.test(subject ?? ''));
  expect(digests).toHaveLength(1);
  return digests[0]!.text!;
};

it('the digest has a sum for each currency, and does not add up different ones', async () => {
  const text = await digestOf([
    { title: 'Piano', amount: 1_950, currency: 'eur' },
    { title: 'Piano', amount: 1_950, currency: 'usd' },
    { title: 'Piano', amount: 1_950, currency: 'usd' },
    { title: 'Violin', amount: 500, currency: 'eur' },
  ]);
  expect(text).toMatch(/Your sales on .* were 39\$ and 24\.50€\./);
  for (const fact of [/Piano\s+2 × · 39\$/, /Piano\s+1 × · 19\.50€/, /Violin\s+1 × · 5€/])
    expect(text).toMatch(fact);
});

it('free enrollments are listed, and no sum is named if there is none', async () => {
  const free = { title: 'Violin', amount: 0 };
  const both = await digestOf([{ title: 'Piano', amount: 1_950, currency: 'eur' }, free, free]);
  expect(both).toMatch(/Your sales on .* were 19\.50€\./);
  expect(both).toMatch(/Violin\s+2 × · free/);
  expect(await digestOf([free])).toMatch(/Your new students on .* enrolled for free\./);
});

it('sales that an earlier version stored without a currency are in dollars', async () => {
  const text = await digestOf([
    { title: 'Piano', amount: 1_950, currency: 'usd' },
    { title: 'Violin', amount: 500 },
  ]);
  expect(text).toMatch(/were 24\.50\$\./);
});
