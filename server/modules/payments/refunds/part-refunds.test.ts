import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booksOf } from '#tests/support/books.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import { onRefund } from '#tests/support/refunds.ts';
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

describe('a part of a payment', () => {
  it('is refunded without ending the enrollment, until the whole payment is refunded', async () => {
    const { transactionId, id } = await sale.buy();
    expect((await sale.refund(id, 5)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'paid',
      refunded: 5,
      refunding: 0,
      refundable: 14.5,
    });
    expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ enrollments: 1 });
    const tooMuch = await sale.refund(id, 14.51);
    expect(tooMuch.status).toBe(400);
    expect(tooMuch.body.error.fields).toEqual({ amount: 'At most 14.50$ can be refunded' });
    expect((await sale.refund(id, 14.5)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
    expect((await sale.refund(id, 1)).body.error.code).toBe('already_refunded');
  });

  it.each([0, -1, 0.001, 7e-323, '5', 1e9])('cannot be %o', async (amount) => {
    const { id } = await sale.buy();
    const { status, body } = await sale.refund(id, amount);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty('amount');
  });

  it('requested ten times concurrently never adds up to more than was paid', async () => {
    const { transactionId, id } = await sale.buy();
    const responses = await Promise.all(Array.from({ length: 10 }, () => sale.refund(id, 8)));
    for (const { status } of responses) expect([200, 400, 409]).toContain(status);
    const { data } = await stripe.refunds.list({ payment_intent: transactionId });
    const made = responses.filter(({ status }) => status === 200).length;
    expect(data.map(({ amount }) => amount)).toEqual(Array.from({ length: made }, () => 800));
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(3);
    expect((await sale.paymentOf(transactionId)).refunded).toBe(made * 8);
  });

  it('whose response was lost is not refunded twice', async () => {
    const { transactionId, id } = await sale.buy();
    proxy.intercept = onRefund(async (_request, forward) => {
      await forward();
      return 'cut';
    });
    expect((await sale.refund(id, 5)).status).toBe(502);
    expect((await sale.refund(id, 5)).body.error.code).toBe('already_refunded');
    proxy.intercept = undefined;
    await setting.reconcile();
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'paid', refunded: 5, refunding: 0 });
    expect((await stripe.refunds.list({ payment_intent: transactionId })).data).toHaveLength(1);
  });
});
