import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleRefund } from '#sandbox/card/refunds.ts';
import { inTransaction, Store } from '#sandbox/card/store.ts';
import { reconcilePayments } from '../reconciling/reconcile-payments.ts';
import { booksOf } from '#tests/support/books.ts';
import { type FaultProxy, type Intercept, providerError } from '#tests/support/fault-proxy.ts';
import { keepFirstError, onRefund } from '#tests/support/refunds.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let setting: Shop;
let shop: TestApp;
let sale: Sale;
let proxy: FaultProxy;
let stripe: Stripe;

beforeAll(async () => {
  setting = await startShop();
  ({ shop, proxy, stripe } = setting);
  sale = await Sale.create(shop, setting.payAt);
});
afterAll(() => setting.close());
beforeEach(async () => {
  proxy.intercept = undefined;
  await sale.renew();
});

/** Runs the server's background work as if this many seconds had passed. */
const reconcileIn = async (seconds: number): Promise<void> => {
  const context = { db: setting.db, stripe: setting.throughProxy, log: pino({ level: 'silent' }) };
  await reconcilePayments(context, { now: new Date(Date.now() + seconds * 1_000) });
};

/** Minor units of each refund at the provider, the smallest first. */
const refundsOf = async (transactionId: string): Promise<number[]> => {
  const { data } = await stripe.refunds.list({ payment_intent: transactionId });
  return data.map(({ amount }) => amount).sort((a, b) => a - b);
};

describe('a list of refunds that does not show the newest one', () => {
  const LIST = '/sandbox/stripe/v1/refunds?';
  const NOTHING = { status: 200, body: JSON.stringify({ object: 'list', data: [], has_more: false }) };
  /** Makes the refund, answers with a 500 that the provider repeats, and lists no refund from then on. */
  const makeUnseen =
    (kept: Set<string>): Intercept =>
    async (request, forward) => {
      if (request.method === 'GET' && request.path.startsWith(LIST)) return NOTHING;
      return onRefund(async ({ key = '' }) => {
        if (kept.has(key)) return providerError(500, {}, { 'idempotent-replayed': 'true' });
        kept.add(key);
        if (kept.size === 1) await forward();
        return kept.size === 1 ? providerError(500) : undefined;
      })(request, forward);
    };

  it('does not have a part refunded twice', async () => {
    const { transactionId, id } = await sale.buy();
    proxy.intercept = makeUnseen(new Set());
    expect((await sale.refund(id, 5)).status).toBe(502);
    await reconcileIn(10);
    expect(await refundsOf(transactionId)).toEqual([500]);
    proxy.intercept = undefined;
    await reconcileIn(60);
    expect(await refundsOf(transactionId)).toEqual([500]);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'paid', refunded: 5, refunding: 0 });
    expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ enrollments: 1 });
  });

  it('does not have a part refunded twice after requests that never reached the provider', async () => {
    const { transactionId, id } = await sale.buy();
    proxy.intercept = onRefund(async () => 'cut');
    expect((await sale.refund(id, 5)).status).toBe(502);
    for (const seconds of [10, 20, 40]) await reconcileIn(seconds);
    expect(await refundsOf(transactionId)).toEqual([]);
    proxy.intercept = makeUnseen(new Set());
    for (const seconds of [80, 110, 130]) {
      await reconcileIn(seconds);
      expect(await refundsOf(transactionId)).toEqual([500]);
    }
    proxy.intercept = undefined;
    await reconcileIn(200);
    expect(await refundsOf(transactionId)).toEqual([500]);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'paid', refunded: 5, refunding: 0 });
  });

  it('has a part requested with a new key half a minute after the last request, and not before', async () => {
    const { transactionId, id } = await sale.buy();
    const requested: string[] = [];
    let isDown = true;
    proxy.intercept = onRefund(async ({ key = '' }) => {
      if (isDown) return 'cut';
      requested.push(key);
      return key === requested[0] ? providerError(500) : undefined;
    });
    expect((await sale.refund(id, 5)).status).toBe(502);
    for (const seconds of [10, 20, 40]) await reconcileIn(seconds);
    isDown = false;
    for (const seconds of [100, 200, 300, 310, 325]) await reconcileIn(seconds);
    expect(requested).toEqual([1, 1, 1].map((attempt) => expect.stringMatching(`-${attempt}$`)));
    await reconcileIn(345);
    expect(requested.slice(3)).toEqual([expect.stringMatching(/-2$/)]);
    expect(await refundsOf(transactionId)).toEqual([500]);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'paid', refunded: 5, refunding: 0 });
  });

  it('does not lose a partial refund that was not made: it is requested with a new key half a minute later', async () => {
    const { transactionId, id } = await sale.buy();
    proxy.intercept = keepFirstError();
    expect((await sale.refund(id, 5)).status).toBe(502);
    await reconcileIn(60);
    expect(await refundsOf(transactionId)).toEqual([500]);
    expect((await sale.paymentOf(transactionId)).refunded).toBe(5);
  });

  it('does not have the rest refunded twice after a part was paid back by other means', async () => {
    const { transactionId, id } = await sale.buy();
    expect((await sale.refund(id, 12)).status).toBe(200);
    const { data } = await stripe.refunds.list({ payment_intent: transactionId });
    await inTransaction(setting.provider.pool, (client) =>
      settleRefund(new Store(client), data[0]!.id, 'failed'),
    );
    await sale.act(`${id}/sync`);
    expect((await sale.act(`${id}/refund-settlement`, { reason: 'Sent by bank' })).status).toBe(200);
    proxy.intercept = makeUnseen(new Set());
    expect((await sale.refund(id)).status).toBe(502);
    await reconcileIn(10);
    expect(await refundsOf(transactionId)).toEqual([750, 1200]);
    proxy.intercept = undefined;
    await reconcileIn(60);
    expect(await refundsOf(transactionId)).toEqual([750, 1200]);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await setting.findingsOf(transactionId)).toEqual([]);
  });

  it('has a refund of the whole payment requested with a new key at once', async () => {
    const { transactionId, id } = await sale.buy();
    proxy.intercept = keepFirstError();
    expect((await sale.refund(id)).status).toBe(200);
    expect(await refundsOf(transactionId)).toEqual([1950]);
  });

  it('does not end the enrollment, nor lose track of refunded money', async () => {
    const { transactionId, id } = await sale.buy();
    proxy.intercept = async ({ method, path }) =>
      method === 'GET' && path.startsWith(LIST) ? NOTHING : undefined;
    const part = await stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    expect((await setting.sendEvent('refund.created', part)).status).toBe(503);
    expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ enrollments: 1 });
    expect((await sale.refund(id)).status).toBe(502);
    expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ enrollments: 1 });
    expect((await sale.paymentOf(transactionId)).state).toBe('refunding');
    proxy.intercept = undefined;
    await reconcileIn(60);
    expect(await refundsOf(transactionId)).toEqual([500, 1450]);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
  });
});

describe('a refund whose request is no longer in the database', () => {
  it.each([
    ['with its id', (refundId: string) => refundId],
    ['with its id in capitals', (refundId: string) => refundId.toUpperCase()],
  ])('is found at the provider %s, and a part is not refunded twice', async (_how, mark) => {
    const { transactionId, id } = await sale.buy();
    const refundId = randomUUID();
    // Omits the idempotency key of the refund, which the provider has dropped by now.
    await stripe.refunds.create({
      payment_intent: transactionId,
      amount: 500,
      metadata: { refundId: mark(refundId), paymentId: id },
    });
    await shop.pool.query(
      `insert into refunds (id, payment_id, amount, status, origin, reason, created_at)
       values ($1, $2, 500, 'requested', 'admin', 'Asked for', now() - interval '1 hour')`,
      [refundId, id],
    );
    await reconcileIn(10);
    expect(await refundsOf(transactionId)).toEqual([500]);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'paid',
      refunded: 5,
      refunds: [{ _id: refundId, status: 'succeeded' }],
    });
  });
});
