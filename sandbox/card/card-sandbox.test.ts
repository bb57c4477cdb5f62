import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createPaymentIntent } from './payment-intents.ts';
import { settleRefund } from './refunds.ts';
import { inTransaction, Store } from './store.ts';
import { TEST_CARDS } from './test-cards.ts';

let app: TestApp;
let stripe: Stripe;

beforeAll(async () => {
  app = await startTestApp();
  stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET));
});
afterAll(() => app.close());

const createIntent = (options?: Stripe.RequestOptions) =>
  stripe.paymentIntents.create({ amount: 4900, currency: 'usd', metadata: { classId: 'c1' } }, options);

const asStripeError = (error: unknown) =>
  error as Stripe.errors.StripeError & { payment_intent?: Stripe.PaymentIntent };

const confirm = async (token: string) => {
  const intent = await createIntent();
  try {
    return { intent: await stripe.paymentIntents.confirm(intent.id, { payment_method: token }) };
  } catch (error) {
    return { error: asStripeError(error) };
  }
};

const makeMethod = async (card: Record<string, string>) => {
  const { body: config } = await app.call('GET', '/config');
  const fields = Object.entries(card).map(([name, value]) => [`card[${name}]`, value]);
  const response = await fetch(`${app.url}/sandbox/stripe/v1/payment_methods`, {
    method: 'POST',
    body: new URLSearchParams([['key', config.stripePublishableKey], ['type', 'card'], ...fields]),
  });
  return {
    status: response.status,
    body: (await response.json()) as { id?: string; error?: Stripe.StripeRawError },
  };
};

describe('the card sandbox, through the official SDK', () => {
  it('processes an intent from creation to success', async () => {
    const created = await createIntent();
    expect(created).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount_received: 0,
    });
    const { intent } = await confirm('pm_card_visa');
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4900, metadata: { classId: 'c1' } });
    const charge = await stripe.charges.retrieve(intent!.latest_charge as string);
    expect(charge).toMatchObject({ paid: true, status: 'succeeded', amount: 4900 });
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', '', 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', '', "Your card's security code is incorrect."],
    [
      'pm_card_chargeDeclinedProcessingError',
      'processing_error',
      '',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])(
    'declines %s as documented and accepts another card afterwards',
    async (token, code, declineCode, message) => {
      const { error } = await confirm(token);
      expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, message });
      expect(error!.decline_code).toBe(declineCode);
      expect(error!.payment_intent).toMatchObject({ status: 'requires_payment_method' });
      const again = await stripe.paymentIntents.confirm(error!.payment_intent!.id, {
        payment_method: 'pm_card_visa',
      });
      expect(again.status).toBe('succeeded');
    },
  );

  it.each([
    ['complete', 'pm_card_authenticationRequired', 'succeeded'],
    ['fail', 'pm_card_threeDSecure2Required', 'requires_payment_method'],
  ])('challenges, and after "%s" of %s the intent is %s', async (result, token, status) => {
    const { intent } = await confirm(token);
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    const page = await fetch(`${app.url}/sandbox/stripe/3ds/${intent!.id}`);
    expect(await page.text()).toContain('Confirm your payment');
    await fetch(`${app.url}/sandbox/stripe/3ds/${intent!.id}`, {
      method: 'POST',
      body: new URLSearchParams({ result }),
    });
    expect((await stripe.paymentIntents.retrieve(intent!.id)).status).toBe(status);
  });

  it('lists each documented test card once', () => {
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length);
    expect(TEST_CARDS).toHaveLength(16);
  });

  it.each([
    ['incorrect_number', { number: '4242424242424241', exp_month: '12', exp_year: '40', cvc: '123' }],
    ['invalid_expiry_month', { number: '4242424242424242', exp_month: '13', exp_year: '40', cvc: '123' }],
    ['invalid_expiry_year', { number: '4242424242424242', exp_month: '12', exp_year: '20', cvc: '123' }],
    ['invalid_cvc', { number: '4242424242424242', exp_month: '12', exp_year: '40', cvc: '12' }],
  ])('responds with %s to an invalid card', async (code, card) => {
    const { status, body } = await makeMethod(card);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code });
  });

  it('does not store card numbers', async () => {
    const { body } = await makeMethod({
      number: '5555 5555 5555 4444',
      exp_month: '12',
      exp_year: '40',
      cvc: '123',
    });
    const { rows } = await app.pool.query<{ text: string }>(
      'select body::text || hidden::text as text from card_sandbox.objects where id = $1',
      [body.id],
    );
    expect(rows[0]!.text).not.toContain('5555555555554444');
    expect(rows[0]!.text).toContain('4444');
  });

  it('repeats the stored response for an idempotency key, including errors, and rejects other parameters', async () => {
    const idempotencyKey = randomUUID();
    const [first, second] = await Promise.all([
      createIntent({ idempotencyKey }),
      createIntent({ idempotencyKey }),
    ]);
    expect(second.id).toBe(first.id);
    const other = stripe.paymentIntents.create({ amount: 100, currency: 'usd' }, { idempotencyKey });
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
    const errorKey = { idempotencyKey: randomUUID() };
    const tooSmall = () => stripe.paymentIntents.create({ amount: 10, currency: 'usd' }, errorKey);
    await expect(tooSmall()).rejects.toMatchObject({ code: 'amount_too_small' });
    await expect(tooSmall()).rejects.toMatchObject({ code: 'amount_too_small' });
  });

  it('cancels an open intent, which then cannot be paid', async () => {
    const { id } = await createIntent();
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled');
    const late = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    await expect(late).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('refunds a charge only once', async () => {
    const { intent } = await confirm('pm_card_visa');
    const refund = await stripe.refunds.create({ payment_intent: intent!.id, reason: 'duplicate' });
    expect(refund).toMatchObject({ amount: 4900, status: 'succeeded', reason: 'duplicate' });
    const again = stripe.refunds.create({ payment_intent: intent!.id });
    await expect(again).rejects.toMatchObject({ code: 'charge_already_refunded' });
  });

  it('counts a pending refund as refunded until it fails', async () => {
    const { intent } = await confirm('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ payment_intent: intent!.id, amount: 1900 });
    expect(refund.status).toBe('pending');
    const expanded = await stripe.paymentIntents.retrieve(intent!.id, {
      expand: ['latest_charge', 'latest_charge.refunds'],
    });
    expect(expanded.latest_charge).toMatchObject({
      amount_refunded: 1900,
      refunds: { data: [{ id: refund.id, status: 'pending' }] },
    });
    await inTransaction(app.pool, (client) => settleRefund(new Store(client), refund.id, 'failed'));
    const charge = await stripe.charges.retrieve(intent!.latest_charge as string);
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
    const { data } = await stripe.events.list({
      types: ['refund.*', 'charge.refunded', 'charge.refund.updated'],
    });
    const types = data.filter((event) => JSON.stringify(event).includes(intent!.id)).map(({ type }) => type);
    expect(types).toEqual([
      'refund.failed',
      'charge.refund.updated',
      'refund.updated',
      'charge.refunded',
      'refund.created',
    ]);
  });

  it('does not refund a charge that is disputed, until the dispute is won', async () => {
    const { intent } = await confirm('pm_card_createDispute');
    const refund = () => stripe.refunds.create({ payment_intent: intent!.id });
    await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
    const { data } = await stripe.disputes.list({ payment_intent: intent!.id });
    const won = await stripe.disputes.update(data[0]!.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    expect(won.status).toBe('won');
    expect((await refund()).status).toBe('succeeded');
  });

  it('closes an unanswered dispute as lost', async () => {
    const { intent } = await confirm('pm_card_createDispute');
    const { data } = await stripe.disputes.list({ charge: intent!.latest_charge as string });
    expect((await stripe.disputes.close(data[0]!.id)).status).toBe('lost');
    await expect(stripe.disputes.close(data[0]!.id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.refunds.create({ payment_intent: intent!.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
  });

  it('pages through events in both directions, newest first, filtered by creation time', async () => {
    const before = await createIntent();
    const intents = [await createIntent(), await createIntent(), await createIntent()].map(({ id }) => id);
    const type = 'payment_intent.created';
    const idsOf = (page: Stripe.ApiList<Stripe.Event>) =>
      page.data.map(({ data }) => (data.object as { id: string }).id);
    const first = await stripe.events.list({ type, limit: 2, created: { gte: before.created } });
    expect(idsOf(first)).toEqual([intents[2], intents[1]]);
    expect(first.has_more).toBe(true);
    const older = await stripe.events.list({ type, limit: 2, starting_after: first.data[1]!.id });
    expect(idsOf(older)).toEqual([intents[0], before.id]);
    const newer = await stripe.events.list({ type, limit: 2, ending_before: older.data[1]!.id });
    expect(idsOf(newer)).toEqual([intents[1], intents[0]]);
    expect(newer.has_more).toBe(true);
    const future = await stripe.events.list({ type, created: { gt: before.created + 1_000 } });
    expect(future.data).toEqual([]);
    await expect(stripe.events.list({ starting_after: 'evt_unknown' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  it('separates live mode from test mode', async () => {
    const { id } = await createIntent();
    await inTransaction(app.pool, async (client) => {
      const live = new Store(client, true);
      await expect(live.get('payment_intent', id)).rejects.toMatchObject({ status: 404 });
      const made = await createPaymentIntent(live, { amount: '4900', currency: 'usd' });
      expect(made.livemode).toBe(true);
      await expect(new Store(client).get('payment_intent', made.id)).rejects.toMatchObject({ status: 404 });
    });
  });

  it('emits events for payments and disputes', async () => {
    const { intent } = await confirm('pm_card_createDispute');
    const events = await stripe.events.list({ limit: 10 });
    const types = events.data
      .filter(({ data }) => JSON.stringify(data.object).includes(intent!.id))
      .map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'payment_intent.created',
        'payment_intent.succeeded',
        'charge.succeeded',
        'charge.dispute.created',
      ]),
    );
  });

  it('denies access without the right key', async () => {
    const { id } = await createIntent();
    const { body: config } = await app.call('GET', '/config');
    const read = async (query: string, init?: RequestInit) =>
      (await fetch(`${app.url}/sandbox/stripe/v1/payment_intents/${id}${query}`, init)).status;
    expect(await read('')).toBe(401);
    expect(await read(`?key=${config.stripePublishableKey}`)).toBe(404);
    expect(await read(`?key=${config.stripePublishableKey}&client_secret=${id}_secret_wrong`)).toBe(404);
    const cancel = { method: 'POST', body: new URLSearchParams({ key: config.stripePublishableKey }) };
    expect(await read('/cancel', cancel)).toBe(403);
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
  });
});
