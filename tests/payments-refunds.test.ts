import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { booksOf, findErrors } from '#tests/support/books.ts';
import { publishClass, registerTeacher } from '#tests/support/classes.ts';
import { type FaultProxy, type Intercept, providerError } from '#tests/support/fault-proxy.ts';
import { register, signInAs, type TestPerson } from '#tests/support/people.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let setting: Shop;
let provider: TestApp;
let proxy: FaultProxy;
let shop: TestApp;
let stripe: Stripe;
let admin: TestPerson;
let teacher: TestPerson;
let ada: TestPerson;
let classId: string;

beforeAll(async () => {
  setting = await startShop();
  ({ provider, proxy, shop, stripe } = setting);
  admin = await signInAs(shop, 'Admin');
  teacher = await registerTeacher(shop, admin);
});
afterAll(() => setting.close());
beforeEach(async () => {
  proxy.intercept = undefined;
  ada = await register(shop);
  classId = await publishClass(shop, teacher, admin);
});

const MINUTE = 60_000;

/** Pays 19.50. @returns the transaction and the payment's id */
const buy = async (card = 'pm_card_visa', buyer = ada) => {
  const transactionId = await setting.payAt(buyer, { _id: classId, price: 19.5 }, card);
  await shop.call('POST', '/payments', { body: { transactionId }, token: buyer.token });
  return { transactionId, id: (await paymentOf(transactionId))._id as string };
};
const paymentOf = async (transactionId: string) =>
  (await shop.call('GET', `/payments?q=${transactionId}`, { token: admin.token })).body[0];
const refund = (id: string, amount?: unknown) =>
  shop.call('POST', `/payments/${id}/refund`, { body: { reason: 'Asked for', amount }, token: admin.token });
const tellOf = async (refundId: string, type = 'refund.updated') =>
  setting.sendEvent(type, await stripe.refunds.retrieve(refundId));
const settlePending = async (id: string, status: 'succeeded' | 'failed') => {
  await provider.pool.query(
    `update card_sandbox.objects set body = jsonb_set(body, '{status}', $2) where id = $1`,
    [id, JSON.stringify(status)],
  );
};
const onRefund =
  (answer: Intercept): Intercept =>
  async (request, forward) =>
    request.method === 'POST' && request.path === '/sandbox/stripe/v1/refunds'
      ? answer(request, forward)
      : undefined;

describe('a refund whose request got an error that the provider keeps', () => {
  it.each([
    ['was not made: it is made with a new key', false],
    ['was made: it is found', true],
  ])('%s', async (_what, isMade) => {
    const { transactionId, id } = await buy();
    const stored = new Set<string>();
    proxy.intercept = onRefund(async ({ key = '' }, forward) => {
      if (stored.has(key)) return providerError(500, {}, { 'idempotent-replayed': 'true' });
      if (stored.size > 0) return undefined;
      stored.add(key);
      if (isMade) await forward();
      return providerError(500);
    });
    expect((await refund(id)).status).toBe(200);
    const { data } = await stripe.refunds.list({ payment_intent: transactionId });
    expect(data).toHaveLength(1);
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await findErrors(shop.pool)).toEqual([]);
  });

  it('is made once all the same where the provider does not say that it repeats itself', async () => {
    const { transactionId, id } = await buy();
    const stored = new Set<string>();
    proxy.intercept = onRefund(async ({ key = '' }) => {
      if (stored.size === 0) stored.add(key);
      return stored.has(key) ? providerError(500) : undefined;
    });
    expect((await refund(id)).status).toBe(502);
    expect(await paymentOf(transactionId)).toMatchObject({
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
    expect((await paymentOf(transactionId)).state).toBe('refunded');
  });
});

describe('a refund that the provider refuses', () => {
  it('says why, leaves the class, and can be tried again', async () => {
    const { transactionId, id } = await buy('pm_card_createDispute');
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const { status, body } = await refund(id);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'refund_refused',
        message: expect.stringMatching(/disputed|charged back/i),
      });
      expect(await paymentOf(transactionId)).toMatchObject({
        state: 'refund failed',
        refunded: 0,
        refunding: 0,
        refunds: Array.from({ length: attempt }, () => ({
          status: 'failed',
          failureReason: expect.stringMatching(/disputed|charged back/i),
        })),
      });
    }
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    const { data } = await stripe.disputes.list({ payment_intent: transactionId });
    await stripe.disputes.update(data[0]!.id, { evidence: { uncategorized_text: 'winning_evidence' } });
    expect((await refund(id)).status).toBe(200);
    expect((await paymentOf(transactionId)).state).toBe('refunded');
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
  });

  it('because it was refunded there meanwhile is over', async () => {
    const { transactionId, id } = await buy();
    await stripe.refunds.create({ payment_intent: transactionId });
    expect((await refund(id)).status).toBe(200);
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5, refunding: 0 });
    expect(await findErrors(shop.pool)).toEqual([]);
  });

  it('because less remains there refunds what remains', async () => {
    const { transactionId, id } = await buy();
    await stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    expect((await refund(id)).status).toBe(200);
    const { data } = await stripe.refunds.list({ payment_intent: transactionId });
    expect(data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([500, 1450]);
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
  });
});

describe('a part of a payment', () => {
  it('is refunded and leaves the class, until the whole is back', async () => {
    const { transactionId, id } = await buy();
    expect((await refund(id, 5)).status).toBe(200);
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'paid', refunded: 5, refunding: 0 });
    expect(await booksOf(shop.pool, ada)).toMatchObject({ enrollments: 1 });
    const tooMuch = await refund(id, 14.51);
    expect(tooMuch.status).toBe(400);
    expect(tooMuch.body.error.fields).toEqual({ amount: 'At most 14.5 can be refunded' });
    expect((await refund(id, 14.5)).status).toBe(200);
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
    expect((await refund(id, 1)).body.error.code).toBe('already_refunded');
  });

  it.each([0, -1, 0.001, '5', 1e9])('cannot be %o', async (amount) => {
    const { id } = await buy();
    const { status, body } = await refund(id, amount);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty('amount');
  });

  it('asked for ten times at once never adds up to more than was paid', async () => {
    const { transactionId, id } = await buy();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id, 8)));
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
    const { data } = await stripe.refunds.list({ payment_intent: transactionId });
    const made = answers.filter(({ status }) => status === 200).length;
    expect(data.map(({ amount }) => amount)).toEqual(Array.from({ length: made }, () => 800));
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(3);
    expect((await paymentOf(transactionId)).refunded).toBe(made * 8);
  });

  it('whose answer was lost is not refunded twice', async () => {
    const { transactionId, id } = await buy();
    proxy.intercept = onRefund(async (_request, forward) => {
      await forward();
      return 'cut';
    });
    expect((await refund(id, 5)).status).toBe(502);
    expect((await refund(id, 5)).body.error.code).toBe('already_refunded');
    proxy.intercept = undefined;
    await setting.reconcile();
    expect((await stripe.refunds.list({ payment_intent: transactionId })).data).toHaveLength(1);
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'paid', refunded: 5, refunding: 0 });
  });
});

describe('a refund that is pending', () => {
  it('leaves the class until the money is back', async () => {
    const { transactionId, id } = await buy('pm_card_pendingRefund');
    expect((await refund(id)).status).toBe(200);
    expect(await paymentOf(transactionId)).toMatchObject({
      state: 'refunding',
      refunding: 19.5,
      refunded: 0,
    });
    expect(await booksOf(shop.pool, ada)).toMatchObject({ enrollments: 1 });
    const [made] = (await stripe.refunds.list({ payment_intent: transactionId })).data;
    await settlePending(made!.id, 'succeeded');
    expect((await tellOf(made!.id)).status).toBe(200);
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
  });

  it('and fails, with a part refunded at the provider before, is flagged, and the sums add up', async () => {
    const { transactionId, id } = await buy('pm_card_pendingRefund');
    const part = await stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    await settlePending(part.id, 'succeeded');
    await tellOf(part.id);
    expect((await refund(id)).status).toBe(200);
    expect(await paymentOf(transactionId)).toMatchObject({ refunded: 5, refunding: 14.5 });
    const rest = (await stripe.refunds.list({ payment_intent: transactionId })).data.find(
      ({ amount }) => amount === 1450,
    )!;
    await settlePending(rest.id, 'failed');
    expect((await tellOf(rest.id, 'refund.failed')).status).toBe(200);
    expect(await paymentOf(transactionId)).toMatchObject({
      state: 'refund failed',
      refunded: 5,
      refunding: 0,
      refunds: [
        { amount: 5, status: 'succeeded', origin: 'provider' },
        { amount: 14.5, status: 'failed', origin: 'admin' },
      ],
    });
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });

  it('never goes back to an earlier status, whichever answer comes last', async () => {
    const { transactionId, id } = await buy();
    await refund(id);
    const [made] = (await stripe.refunds.list({ payment_intent: transactionId })).data;
    await settlePending(made!.id, 'failed');
    await tellOf(made!.id, 'refund.failed');
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    await settlePending(made!.id, 'succeeded');
    await tellOf(made!.id);
    expect((await paymentOf(transactionId)).state).toBe('refund failed');
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });
});

describe('a sum of refunds from before each had a row of its own', () => {
  it('is not counted again when the provider tells of the single ones', async () => {
    const { transactionId, id } = await buy();
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
    expect(await paymentOf(transactionId)).toMatchObject({
      refunded: 5,
      refunds: expect.arrayContaining([
        expect.objectContaining({ amount: 3 }),
        expect.objectContaining({ amount: 2 }),
      ]),
    });
    expect((await paymentOf(transactionId)).refunds).toHaveLength(2);
    await refund(id);
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
  });
});
