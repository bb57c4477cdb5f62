import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTIFICATIONS } from '#server/database/topics.ts';
import { announceTopic } from '#tests/support/announce-topic.ts';
import { paymentIdOf, userIdOf } from '#tests/support/books.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { collectSales } from './collect-sales.ts';

let mail: MailServer;
let app: TestApp;
let admin: TestUser;
let paidClass: string;
let freeClass: string;

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
  admin = await signInAs(app, 'Admin');
  const teacher = await createTeacher(app);
  paidClass = await publishClass(app, teacher, admin);
  freeClass = await publishClass(app, teacher, admin, { price: 0 });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

interface Sold {
  title: string;
  amount: number;
  currency?: string;
  /** How the enrollment has ended since. */
  ended?: 'left' | 'refunded';
}

/** A new student of a class. @returns the subject of the sale, as the product stores it */
const sell = async ({ amount, ended }: Sold): Promise<string> => {
  const student = await createStudent(app);
  const classId = amount > 0 ? paidClass : freeClass;
  if (amount === 0) {
    const enrollment = `/classes/${classId}/enrollment`;
    await app.call('POST', enrollment, { token: student.token });
    if (ended) await app.call('DELETE', enrollment, { token: student.token });
    return `${classId} ${await userIdOf(app.pool, student)}`;
  }
  const payment = await paymentIdOf(app.pool, await buyClass(app, student, classId));
  if (ended) {
    const body = { reason: 'As you asked' };
    await app.call('POST', `/payments/${payment}/refund`, { body, token: admin.token });
  }
  return payment;
};

/** The emails to a teacher about these sales of yesterday, as `notify-of-purchase.ts` stores them. */
const digestsOf = async (sales: Sold[]) => {
  const { email } = await createTeacher(app, { isConfirmed: true });
  for (const sale of sales) {
    const { title, amount, currency } = sale;
    const data = { classId: amount > 0 ? paidClass : freeClass, title, amount, currency };
    await app.pool.query(
      `insert into notifications (user_id, kind, subject, data, email, created_at)
       select id, 'sale', $3, $2, 'collected', now() - interval '24 hours' from users where email = $1`,
      [email, data, await sell(sale)],
    );
  }
  await drizzle(app.pool).transaction((trx) => collectSales(trx as never));
  await announceTopic(app.pool, NOTIFICATIONS);
  await emailsDelivered(app);
  return mail.to(email).filter(({ subject }) => /new students? on/.test(subject ?? ''));
};

const digestOf = async (sales: Sold[]): Promise<string> => {
  const digests = await digestsOf(sales);
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

it('students whose enrollment has ended are left out', async () => {
  const left: Sold = { title: 'Violin', amount: 0, ended: 'left' };
  const refunded: Sold = { title: 'Piano', amount: 1_950, currency: 'usd', ended: 'refunded' };
  const text = await digestOf([
    left,
    { ...left, ended: undefined },
    refunded,
    { ...refunded, ended: undefined },
  ]);
  expect(text).toMatch(/were 19\.50\$\./);
  expect(text).toMatch(/Piano\s+1 × · 19\.50\$/);
  expect(text).toMatch(/Violin\s+1 × · free/);
  expect(await digestsOf([left, refunded])).toEqual([]);
});
