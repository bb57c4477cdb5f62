import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booksOf } from '#tests/support/books.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let setting: Shop;
let shop: TestApp;
let sale: Sale;
let provider: TestApp;
let stripe: Stripe;

beforeAll(async () => {
  setting = await startShop();
  ({ shop, provider, stripe } = setting);
  sale = await Sale.create(shop, setting.payAt);
});
afterAll(() => setting.close());
beforeEach(async () => {
  await sale.renew();
});

const tellOf = async (refundId: string, type = 'refund.updated') =>
  setting.sendEvent(type, await stripe.refunds.retrieve(refundId));
const settlePending = async (id: string, status: 'succeeded' | 'failed') => {
  await provider.pool.query(
    `update card_sandbox.objects set body = jsonb_set(body, '{status}', $2) where id = $1`,
    [id, JSON.stringify(status)],
  );
};

describe('a refund that is pending', () => {
  it('does not end the enrollment until it succeeds', async () => {
    const { transactionId, id } = await sale.buy('pm_card_pendingRefund');
    expect((await sale.refund(id)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'refunding',
      refunding: 19.5,
      refunded: 0,
    });
    expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ enrollments: 1 });
    const [made] = (await stripe.refunds.list({ payment_intent: transactionId })).data;
    await settlePending(made!.id, 'succeeded');
    expect((await tellOf(made!.id)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
  });

  it('and fails, with a part refunded at the provider before, is flagged, and the sums add up', async () => {
    const { transactionId, id } = await sale.buy('pm_card_pendingRefund');
    const part = await stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    await settlePending(part.id, 'succeeded');
    await tellOf(part.id);
    expect((await sale.refund(id)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      refunded: 5,
      refunding: 14.5,
      refundable: 0,
    });
    const rest = (await stripe.refunds.list({ payment_intent: transactionId })).data.find(
      ({ amount }) => amount === 1450,
    )!;
    await settlePending(rest.id, 'failed');
    expect((await tellOf(rest.id, 'refund.failed')).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'refund failed',
      refunded: 5,
      refunding: 0,
      refunds: [
        { amount: 5, status: 'succeeded', origin: 'provider' },
        { amount: 14.5, status: 'failed', origin: 'admin' },
      ],
    });
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });

  it('never returns to an earlier status, whichever response arrives last', async () => {
    const { transactionId, id } = await sale.buy();
    await sale.refund(id);
    const [made] = (await stripe.refunds.list({ payment_intent: transactionId })).data;
    await settlePending(made!.id, 'failed');
    await tellOf(made!.id, 'refund.failed');
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    await settlePending(made!.id, 'succeeded');
    await tellOf(made!.id);
    expect((await sale.paymentOf(transactionId)).state).toBe('refund failed');
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });
});

describe('a payment that cannot be delivered', () => {
  it.each(['pending', 'succeeded'] as const)(
    'and has been refunded in the dashboard enrolls nobody, even if that %s refund fails',
    async (status) => {
      const transactionId = await sale.payOnly('pm_card_pendingRefund');
      const { id } = await stripe.refunds.create({ payment_intent: transactionId });
      if (status === 'succeeded') await settlePending(id, 'succeeded');
      await sale.withdraw();
      expect((await sale.record(transactionId)).body.error.code).toBe('payment_refunded');
      expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ payments: 1, enrollments: 0 });
      await settlePending(id, 'failed');
      expect((await tellOf(id, 'refund.failed')).status).toBe(200);
      expect((await sale.paymentOf(transactionId)).state).toBe('refund failed');
      expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ payments: 1, enrollments: 0 });
    },
  );
});

describe('a total of refunds from before each refund had its own row', () => {
  it('is not counted again when the provider reports the individual refunds', async () => {
    const { transactionId, id } = await sale.buy();
    const [first, second] = [
      await stripe.refunds.create({ payment_intent: transactionId, amount: 300 }),
      await stripe.refunds.create({ payment_intent: transactionId, amount: 200 }),
    ];
    await shop.pool.query(
      `with moved as (
         insert into refunds (payment_id, amount, status, origin, asked_at, created_at)
         values ($1, 500, 'succeeded', 'provider', now(), now() + interval '2 s'))
       update payments set refunded_amount = 500, refunded_at = now() where id = $1`,
      [id],
    );
    for (const refundId of [first.id, second.id, first.id]) await tellOf(refundId);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      refunded: 5,
      refunds: expect.arrayContaining([
        expect.objectContaining({ amount: 3 }),
        expect.objectContaining({ amount: 2 }),
      ]),
    });
    expect((await sale.paymentOf(transactionId)).refunds).toHaveLength(2);
    await sale.refund(id);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
  });
});
