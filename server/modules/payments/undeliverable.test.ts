import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { openDatabase } from '#server/database/client.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { booksOf, findErrors, userIdOf } from '#tests/support/books.ts';
import { confirmCard, holdWebhooks, openIntent, releaseWebhooks } from '#tests/support/payments.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { expectRefunded } from '#tests/support/refunds.ts';
import { Sale } from '#tests/support/sale.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { reconcilePayments } from './reconciling/reconcile-payments.ts';

let app: TestApp;
let sale: Sale;
let stripe: Stripe;

beforeAll(async () => {
  app = await startTestApp();
  // Its own rounds could take rows that a test's round is to process.
  await app.server.tasks.endReconciling();
  stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET));
  sale = await Sale.create(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await holdWebhooks(app);
  await sale.renew();
});

describe('a payment that can no longer be delivered is refunded once', () => {
  it('when the class was deleted after the intent was made', async () => {
    const transactionId = await sale.payOnly();
    await sale.withdraw();
    const { status, body } = await sale.record(transactionId);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'payment_refunded',
      message: expect.stringContaining('withdrawn'),
    });
    expect((await sale.record(transactionId)).body.error.code).toBe('payment_refunded');
    await expectRefunded({ sale, stripe }, transactionId, /was withdrawn/);
  });

  it('when the payer’s account was deleted meanwhile', async () => {
    const transactionId = await sale.payOnly();
    const payerId = await userIdOf(app.pool, sale.buyer);
    await app.call('DELETE', `/users/${payerId}`, { token: sale.admin.token });
    await releaseWebhooks(app);
    await waitUntil('the refund', async () => (await sale.paymentOf(transactionId))?.state === 'refunded');
    await expectRefunded({ sale, stripe }, transactionId, /account was deleted/, payerId);
  });

  it.each([
    ['amount', '{amount_received}', '"100"'],
    ['currency', '{currency}', '"eur"'],
    ['class', '{metadata,classId}', `"${randomUUID()}"`],
    ['person', '{metadata,userId}', `"${randomUUID()}"`],
  ])('when the %s is not what the intent was made for', async (_what, path, value) => {
    const transactionId = await sale.payOnly();
    const { latest_charge: chargeId } = await stripe.paymentIntents.retrieve(transactionId);
    const set = `update card_sandbox.objects set body = jsonb_set(body, $2, $3) where id = $1`;
    await app.pool.query(set, [transactionId, path, value.replace('"100"', '100')]);
    if (path === '{amount_received}') await app.pool.query(set, [chargeId, '{amount}', '100']);
    await sale.record(transactionId);
    await expectRefunded({ sale, stripe }, transactionId, /did not match/);
  });

  it('when the buyer is already enrolled, by a second paid intent', async () => {
    const first = await sale.payOnly();
    await app.pool.query(`update payment_intents set state = 'canceled' where provider_id = $1`, [first]);
    const second = await sale.payOnly();
    await app.pool.query(
      `update payment_intents set state = 'open' where provider_id = $1 and not exists (
         select from payment_intents where provider_id = $2 and state = 'open')`,
      [first, second],
    );
    expect((await sale.record(first)).status).toBe(200);
    const { body } = await sale.record(second);
    expect(body.error).toMatchObject({
      code: 'payment_refunded',
      message: expect.stringContaining('enrolled'),
    });
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 2, refunded: 1, enrollments: 1 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('with twenty concurrent reports', async () => {
    const transactionId = await sale.payOnly();
    await sale.withdraw();
    await releaseWebhooks(app);
    const responses = await Promise.all(Array.from({ length: 20 }, () => sale.record(transactionId)));
    for (const { body } of responses) expect(body.error.code).toBe('payment_refunded');
    await expectRefunded({ sale, stripe }, transactionId, /was withdrawn/);
  });

  it('and the payer sees the reason', async () => {
    const transactionId = await sale.payOnly();
    await sale.withdraw();
    await sale.record(transactionId);
    const { body } = await app.call('GET', '/payments/own', { token: sale.buyer.token });
    expect(body).toMatchObject([
      {
        transactionId,
        state: 'refunded',
        refunded: 19.5,
        refundReason: expect.stringContaining('withdrawn'),
      },
    ]);
  });
});

describe.each([
  ['rejected', `status = 'rejected'`, `status = 'approve'`],
  ['hidden', 'hidden_at = now()', 'hidden_at = null'],
])('a class that is %s while somebody pays for it', (_what, unpublish, publish) => {
  const set = (change: string) =>
    app.pool.query(`update classes set ${change} where id = $1`, [sale.classId]);
  const transactionOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!;
  const reconcile = async () => {
    const database = await openDatabase(app.databaseUrl, () => undefined);
    const now = new Date(Date.now() + 60_000);
    await reconcilePayments({ db: database.db, stripe, log: pino({ level: 'silent' }) }, { now });
    await database.close();
  };

  it('is not sold any more: a charge that was made before it is recorded is refunded', async () => {
    const transactionId = await sale.payOnly();
    await set(unpublish);
    const { status, body } = await sale.record(transactionId);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'payment_refunded',
      message: expect.stringMatching(/was withdrawn/),
    });
    await expectRefunded({ sale, stripe }, transactionId, /was withdrawn/);
  });

  it('is refunded even if the bank asked the buyer first, and nobody reported the payment', async () => {
    const { body } = await openIntent(app, sale.buyer, sale.offer);
    const transactionId = transactionOf(body.clientSecret);
    await confirmCard(app, body.clientSecret, 'pm_card_authenticationRequired');
    await set(unpublish);
    await fetch(`${app.url}/sandbox/stripe/3ds/${transactionId}`, {
      method: 'POST',
      body: new URLSearchParams({ result: 'complete' }),
    });
    await reconcile();
    await expectRefunded({ sale, stripe }, transactionId, /was withdrawn/);
  });

  it('cannot be paid for later: the open intent is canceled, until the class is published again', async () => {
    const { body } = await openIntent(app, sale.buyer, sale.offer);
    await set(unpublish);
    await reconcile();
    expect((await confirmCard(app, body.clientSecret, 'pm_card_visa')).status).toBe(400);
    expect((await openIntent(app, sale.buyer, sale.offer)).status).toBe(404);
    await set(publish);
    await sale.buy();
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });

  it('stays available to enrolled students', async () => {
    const { transactionId } = await sale.buy();
    await set(unpublish);
    expect((await sale.record(transactionId)).status).toBe(200);
    await reconcile();
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    expect((await sale.paymentOf(transactionId)).state).toBe('paid');
  });
});
