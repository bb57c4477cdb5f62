import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardSandboxSettings } from '../../../start-sandboxes.ts';
import { createStripe } from '../../../stripe/client.ts';
import { booksOf, findErrors } from '#tests/support/books.ts';
import { type FaultProxy, providerError } from '#tests/support/fault-proxy.ts';
import { onRefund } from '#tests/support/refunds.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let setting: Shop;
let shop: TestApp;
let sale: Sale;
let provider: TestApp;
let proxy: FaultProxy;
let stripe: Stripe;

beforeAll(async () => {
  setting = await startShop();
  ({ shop, provider, proxy, stripe } = setting);
  sale = await Sale.create(shop, setting.payAt);
});
afterAll(() => setting.close());
beforeEach(async () => {
  proxy.intercept = undefined;
  await sale.renew();
});

const MINUTE = 60_000;

describe('a refund whose request got an error that the provider stores', () => {
  it.each([
    ['is requested with a new key if it was not made', false],
    ['is found if it was made', true],
  ])('%s', async (_what, isMade) => {
    const { transactionId, id } = await sale.buy();
    const stored = new Set<string>();
    proxy.intercept = onRefund(async ({ key = '' }, forward) => {
      if (stored.has(key)) return providerError(500, {}, { 'idempotent-replayed': 'true' });
      if (stored.size > 0) return undefined;
      stored.add(key);
      if (isMade) await forward();
      return providerError(500);
    });
    expect((await sale.refund(id)).status).toBe(200);
    const { data } = await stripe.refunds.list({ payment_intent: transactionId });
    expect(data).toHaveLength(1);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await findErrors(shop.pool)).toEqual([]);
  });

  it('is made once even if the provider does not mark a replayed response', async () => {
    const { transactionId, id } = await sale.buy();
    const stored = new Set<string>();
    proxy.intercept = onRefund(async ({ key = '' }) => {
      if (stored.size === 0) stored.add(key);
      return stored.has(key) ? providerError(500) : undefined;
    });
    expect((await sale.refund(id)).status).toBe(502);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'refunding',
      refunding: 19.5,
      refunded: 0,
    });
    const throughProxy = createStripe({
      ...cardSandboxSettings(provider.url, TEST_SECRET),
      apiBase: `${proxy.url}/sandbox/stripe`,
    });
    for (let round = 1; round <= 4; round += 1) await setting.reconcile(2 * MINUTE, throughProxy);
    expect((await stripe.refunds.list({ payment_intent: transactionId })).data).toHaveLength(1);
    expect((await sale.paymentOf(transactionId)).state).toBe('refunded');
  });
});

describe('a refund that the provider refuses', () => {
  it('shows the reason, leaves the enrollment, and can be retried', async () => {
    const { transactionId, id } = await sale.buy('pm_card_createDispute');
    await sale.forgetDisputes(id);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const { status, body } = await sale.refund(id);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'refund_refused',
        message: expect.stringMatching(/disputed|charged back/i),
      });
      expect(await sale.paymentOf(transactionId)).toMatchObject({
        state: 'refund failed',
        refunded: 0,
        refunding: 0,
        refunds: Array.from({ length: attempt }, () => ({
          status: 'failed',
          failureReason: expect.stringMatching(/disputed|charged back/i),
        })),
      });
    }
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    const { data } = await stripe.disputes.list({ payment_intent: transactionId });
    expect((await setting.sendEvent('charge.dispute.updated', data[0]!)).status).toBe(200);
    expect(await sale.refund(id), 'the bank may return the money').toMatchObject({
      status: 409,
      body: { error: { code: 'payment_disputed' } },
    });
    expect(await sale.paymentOf(transactionId)).toMatchObject({ refundable: 0 });
    expect(await sale.attentionOf(transactionId)).toMatchObject([
      { kind: 'dispute', isDisputed: true },
      {
        kind: 'refund failed',
        isDisputed: true,
        todo: expect.stringContaining('until the dispute is decided'),
        payment: { price: 19.5 },
      },
    ]);
    const won = await stripe.disputes.update(data[0]!.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    expect((await setting.sendEvent('charge.dispute.closed', won)).status).toBe(200);
    expect((await sale.refund(id)).status).toBe(200);
    expect((await sale.paymentOf(transactionId)).state).toBe('refunded');
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
  });

  it('because the payment was refunded there meanwhile is settled', async () => {
    const { transactionId, id } = await sale.buy();
    await stripe.refunds.create({ payment_intent: transactionId });
    expect((await sale.refund(id)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'refunded',
      refunded: 19.5,
      refunding: 0,
    });
    expect(await findErrors(shop.pool)).toEqual([]);
  });

  it('because less remains there refunds what remains', async () => {
    const { transactionId, id } = await sale.buy();
    await stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    expect((await sale.refund(id)).status).toBe(200);
    const { data } = await stripe.refunds.list({ payment_intent: transactionId });
    expect(data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([500, 1450]);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
  });
});
