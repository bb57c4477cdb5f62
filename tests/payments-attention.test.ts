import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Attention } from '#contract/payments.ts';
import { type DatabaseConnection, openDatabase } from '#server/database/client.ts';
import { readEnvironment } from '#server/environment.ts';
import { adoptPayments } from '#server/modules/payments/adopt-payments.ts';
import { checkBooks } from '#server/modules/payments/check-books.ts';
import { noteLivemode } from '#server/modules/payments/note-livemode.ts';
import { checkBooksWhenDue } from '#server/modules/payments/reconcile-payments.ts';
import { withProvider } from '#server/with-provider.ts';
import { booksOf } from '#tests/support/books.ts';
import { publishClass, registerTeacher } from '#tests/support/classes.ts';
import { openIntent } from '#tests/support/payments.ts';
import { register, signInAs, type TestPerson } from '#tests/support/people.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let setting: Shop;
let shop: TestApp;
let database: DatabaseConnection;
let admin: TestPerson;
let teacher: TestPerson;
let ada: TestPerson;
let classId: string;

beforeAll(async () => {
  setting = await startShop();
  ({ shop } = setting);
  database = await openDatabase(shop.databaseUrl, () => undefined);
  admin = await signInAs(shop, 'Admin');
  teacher = await registerTeacher(shop, admin);
});
afterAll(async () => {
  await database.close();
  await setting.close();
});
beforeEach(async () => {
  setting.proxy.intercept = undefined;
  ada = await register(shop);
  classId = await publishClass(shop, teacher, admin);
});

const offer = () => ({ _id: classId, price: 19.5 });
const record = (transactionId: string) =>
  shop.call('POST', '/payments', { body: { transactionId }, token: ada.token });
const buy = async (card?: string) => {
  const transactionId = await setting.payAt(ada, offer(), card);
  await record(transactionId);
  return { transactionId, id: (await paymentOf(transactionId))._id as string };
};
const paymentOf = async (transactionId: string) =>
  (await shop.call('GET', `/payments?q=${transactionId}`, { token: admin.token })).body[0];
const act = (path: string, body?: object, by = admin) =>
  shop.call('POST', `/payments/${path}`, { body, token: by.token });
const attentionOf = async (transactionId: string): Promise<Attention[]> =>
  (await shop.call('GET', '/payments/attention', { token: admin.token })).body.filter(
    (one: Attention) => one.transactionId === transactionId,
  );
const inNeed = async (transactionId: string): Promise<boolean> =>
  (await shop.call('GET', `/payments?state=attention&q=${transactionId}`, { token: admin.token })).body
    .length > 0;
const findingsOf = async (transactionId: string) =>
  (await checkBooks(database.db, setting.stripe)).filter((finding) => finding.includes(transactionId));
const loseDispute = async (transactionId: string) => {
  const { data } = await setting.stripe.disputes.list({ payment_intent: transactionId });
  const dispute = await setting.stripe.disputes.close(data[0]!.id);
  return setting.sendEvent('charge.dispute.closed', dispute);
};

describe('a dispute', () => {
  it('needs an answer until its deadline, and nothing once it is won', async () => {
    const { transactionId } = await buy('pm_card_createDispute');
    expect(await attentionOf(transactionId)).toMatchObject([
      { kind: 'dispute', deadline: expect.any(String), todo: expect.stringContaining('deadline') },
    ]);
    expect(await inNeed(transactionId)).toBe(true);
    const payment = await paymentOf(transactionId);
    expect(payment.attention).toHaveLength(1);
    expect(new Date(payment.disputeDueBy as string).getTime()).toBeGreaterThan(Date.now());
    const own = await shop.call('GET', '/payments/own', { token: ada.token });
    expect(own.body[0]).not.toHaveProperty('attention');
    const { data } = await setting.stripe.disputes.list({ payment_intent: transactionId });
    const won = await setting.stripe.disputes.update(data[0]!.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    await setting.sendEvent('charge.dispute.closed', won);
    expect(await attentionOf(transactionId)).toEqual([]);
    expect((await paymentOf(transactionId)).state).toBe('paid');
  });

  it.each([
    ['end', 'ended', 0],
    ['gift', 'gift', 1],
  ])(
    'that is lost needs a decision, and the books have a rule for it: %s',
    async (decision, kept, enrollments) => {
      const { transactionId, id } = await buy('pm_card_createDispute');
      expect((await loseDispute(transactionId)).status).toBe(200);
      expect(await attentionOf(transactionId)).toMatchObject([{ kind: 'dispute lost' }]);
      expect(await findingsOf(transactionId)).toEqual([expect.stringContaining('lost in a dispute')]);
      expect((await paymentOf(transactionId)).state).toBe('dispute lost');
      const body = { decision, reason: 'The bank has decided' };
      expect((await act(`${id}/dispute-decision`, body, ada)).status).toBe(403);
      expect((await act(`${id}/dispute-decision`, body)).body).toEqual({ modifiedCount: 1 });
      expect((await act(`${id}/dispute-decision`, body)).body.error.code).toBe('nothing_to_decide');
      expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments });
      expect((await paymentOf(transactionId)).disputeDecision).toBe(kept);
      expect(await attentionOf(transactionId)).toEqual([]);
      expect(await findingsOf(transactionId)).toEqual([]);
      await act(`${id}/sync`);
      expect(await booksOf(shop.pool, ada)).toMatchObject({ enrollments });
    },
  );

  it('that is told of late does not go back to an earlier status', async () => {
    const { transactionId } = await buy('pm_card_createDispute');
    const { data } = await setting.stripe.disputes.list({ payment_intent: transactionId });
    await loseDispute(transactionId);
    await setting.sendEvent('charge.dispute.created', data[0]!);
    expect((await paymentOf(transactionId)).dispute).toBe('lost');
  });
});

describe('a refund that failed', () => {
  it('needs an admin, who may note that it was paid by other means: then the enrollment ends', async () => {
    const { transactionId, id } = await buy('pm_card_refundFail');
    await act(`${id}/refund`, { reason: 'Asked for' });
    await setting.reconcile();
    await act(`${id}/sync`);
    expect(await attentionOf(transactionId)).toMatchObject([{ kind: 'refund failed' }]);
    expect(await booksOf(shop.pool, ada)).toMatchObject({ enrollments: 1 });
    expect((await act(`${id}/refund-settlement`, { reason: 'Sent by bank' })).status).toBe(200);
    expect(await attentionOf(transactionId)).toEqual([]);
    expect(await findingsOf(transactionId)).toEqual([]);
    expect(await booksOf(shop.pool, ada)).toMatchObject({ enrollments: 0 });
    expect((await paymentOf(transactionId)).state).toBe('refunded');
    expect((await act(`${id}/refund`, { reason: 'Again' })).body.error.code).toBe('already_refunded');
    expect((await act(`${id}/refund-settlement`, { reason: 'Again' })).body.error.code).toBe(
      'nothing_to_decide',
    );
  });

  it('of a payment that was never delivered leaves neither class nor refund, and says so', async () => {
    const transactionId = await setting.payAt(ada, offer(), 'pm_card_refundFail');
    await shop.call('DELETE', `/classes/${classId}`, { token: teacher.token });
    await record(transactionId);
    const { _id } = await paymentOf(transactionId);
    await act(`${_id}/sync`);
    expect(await attentionOf(transactionId)).toMatchObject([{ kind: 'refund failed' }]);
    expect(await findingsOf(transactionId)).toHaveLength(1);
    expect(await booksOf(shop.pool, ada)).toMatchObject({ enrollments: 0 });
  });
});

describe('a database that was set back', () => {
  const lose = async (transactionId: string) => {
    await shop.pool.query('delete from payment_intents where provider_id = $1', [transactionId]);
    await setting.sendEvent(
      'payment_intent.succeeded',
      await setting.stripe.paymentIntents.retrieve(transactionId),
    );
  };

  it('needs an admin, whose command enrolls who can be enrolled', async () => {
    const transactionId = await setting.payAt(ada, offer());
    await lose(transactionId);
    const [entry] = await attentionOf(transactionId);
    expect(entry).toMatchObject({ kind: 'missing row', todo: expect.stringContaining('payments:adopt') });
    expect(await findingsOf(transactionId)).toEqual([expect.stringContaining('not in the books')]);
    const context = { db: database.db, stripe: setting.stripe };
    expect(await adoptPayments(context)).toEqual([{ transactionId, outcome: 'enrolled' }]);
    expect(await adoptPayments(context)).toEqual([]);
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    // The server's own retry may have been first.
    expect([200, 404]).toContain((await act(`events/${entry!.eventId}/retry`)).status);
    expect(await attentionOf(transactionId)).toEqual([]);
    expect(await findingsOf(transactionId)).toEqual([]);
  });

  it('refunds who is not there any more, and everybody if asked to', async () => {
    const first = await setting.payAt(ada, offer());
    const second = await setting.payAt(await register(shop), offer());
    await lose(first);
    await lose(second);
    const { rows } = await shop.pool.query<{ id: string }>('select id from users where email = $1', [
      ada.email,
    ]);
    await shop.call('DELETE', `/users/${rows[0]!.id}`, { token: admin.token });
    const context = { db: database.db, stripe: setting.stripe };
    const adopted = await adoptPayments(context, { refundAll: true });
    expect(adopted).toEqual(
      expect.arrayContaining([
        { transactionId: first, outcome: 'refunded' },
        { transactionId: second, outcome: 'refunded' },
      ]),
    );
    for (const payment_intent of [first, second]) {
      const { data } = await setting.stripe.refunds.list({ payment_intent });
      expect(data).toMatchObject([{ status: 'succeeded' }]);
      const [entry] = await attentionOf(payment_intent);
      if (entry) expect([200, 404]).toContain((await act(`events/${entry.eventId}/retry`)).status);
      expect((await setting.sendEvent('refund.created', data[0]!)).status).toBe(200);
      expect(await attentionOf(payment_intent)).toEqual([]);
      expect(await findingsOf(payment_intent)).toEqual([]);
    }
  });
});

describe('the books', () => {
  it('are checked each night, and what is wrong is one entry until it is put right', async () => {
    const { transactionId, id } = await buy();
    await shop.pool.query('update payments set amount = amount + 100 where id = $1', [id]);
    await shop.pool.query('update enrollments set price = price + 100 where payment_id = $1', [id]);
    await shop.pool.query(`update payment_jobs set due_at = now() where id = 'books'`);
    await checkBooksWhenDue({ db: database.db, stripe: setting.stripe, log: pino({ level: 'silent' }) });
    expect(await attentionOf(transactionId)).toMatchObject([{ kind: 'mismatch', paymentId: id }]);
    const { rows } = await shop.pool.query<{ planned: boolean }>(
      `select due_at > now() and position is not null as planned from payment_jobs where id = 'books'`,
    );
    expect(rows).toEqual([{ planned: true }]);
    await shop.pool.query('update payments set amount = amount - 100 where id = $1', [id]);
    await shop.pool.query('update enrollments set price = price - 100 where payment_id = $1', [id]);
    await act(`${id}/sync`);
    expect(await attentionOf(transactionId)).toEqual([]);
  });

  it('of a shop are not checked against a sandbox that is made for it', async () => {
    await shop.pool.query('alter schema card_sandbox rename to away');
    const environment = readEnvironment({
      DATABASE_URL: shop.databaseUrl,
      DEMO: 'on',
      SECRET: 's'.repeat(40),
    });
    await expect(withProvider(environment, ({ db, stripe }) => checkBooks(db, stripe))).rejects.toThrow(
      /STRIPE_SECRET_KEY/,
    );
    const { rows } = await shop.pool.query(`select 1 from pg_namespace where nspname = 'card_sandbox'`);
    expect(rows).toEqual([]);
    await shop.pool.query('alter schema away rename to card_sandbox');
  });

  it('of the other mode are told apart', async () => {
    const { transactionId, id } = await buy();
    await shop.pool.query('update payments set livemode = true, amount = 5 where id = $1', [id]);
    expect(
      (await findingsOf(transactionId)).filter((finding) => !finding.includes('not in the books')),
    ).toEqual([]);
    await shop.pool.query('update payments set livemode = null, amount = 1950 where id = $1', [id]);
    await noteLivemode({ db: database.db, stripe: setting.stripe });
    const { rows } = await shop.pool.query('select livemode from payments where id = $1', [id]);
    expect(rows).toEqual([{ livemode: false }]);
  });
});

describe('keys of another mode', () => {
  it('end the open intents of the one before, and the buyer gets a new one', async () => {
    const { body } = await openIntent(shop, ada, offer());
    await shop.pool.query('update payment_intents set livemode = true where provider_id = $1', [
      body.clientSecret.split('_secret_')[0],
    ]);
    const fresh = await openIntent(shop, ada, offer());
    expect(fresh.status).toBe(200);
    expect(fresh.body.clientSecret).not.toBe(body.clientSecret);
  });

  it('that the provider does not accept stop the start with one line', async () => {
    const wrong = { ...setting.variables, STRIPE_SECRET_KEY: 'sk_test_wrong' };
    await expect(startTestServer(shop.databaseUrl, wrong)).rejects.toThrow(
      /does not accept the setting STRIPE_SECRET_KEY: Invalid API Key/,
    );
  });
});

describe('the metrics', () => {
  it('tell of what needs an admin and of what went wrong with the provider', async () => {
    const forged = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=forged' };
    await shop.call('POST', '/webhooks/stripe', { body: '{}', headers: forged });
    const { body } = await shop.call('GET', '/metrics');
    expect(body).toMatch(/^payments_attention\{kind="dispute"\} \d+$/m);
    expect(body).toMatch(/^payments_webhook_signature_failures_total [1-9]/m);
    expect(body).toMatch(/^payments_provider_failures_total\{failure="unauthorized"\} [1-9]/m);
    expect(body).toMatch(/^payments_books_checked_timestamp_seconds \d/m);
  });
});
