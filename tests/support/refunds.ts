import type Stripe from 'stripe';
import { expect } from 'vitest';
import { booksOfUser, findErrors, userIdOf } from './books.ts';
import { type Intercept, providerError } from './fault-proxy.ts';
import type { Sale } from './sale.ts';
import type { Shop } from './shop.ts';

/** Expects that a payment was fully refunded once, for this reason, and that it has no enrollment. */
export const expectRefunded = async (
  { sale, stripe }: { sale: Sale; stripe: Stripe },
  transactionId: string,
  reason: RegExp,
  payerId?: string,
): Promise<void> => {
  const { pool } = sale.app;
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(transactionId, {
    expand: ['latest_charge'],
  });
  expect((charge as Stripe.Charge).refunded).toBe(true);
  const { data } = await stripe.refunds.list({ payment_intent: transactionId });
  expect(data).toHaveLength(1);
  expect(await sale.paymentOf(transactionId)).toMatchObject({
    state: 'refunded',
    refundReason: expect.stringMatching(reason),
  });
  const books = await booksOfUser(pool, payerId ?? (await userIdOf(pool, sale.buyer)));
  expect(books).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
  expect(await findErrors(pool)).toEqual([]);
};

/** Intercepts requests for a refund, with a response in place of the provider's. */
export const onRefund =
  (respond: Intercept): Intercept =>
  async (request, forward) =>
    request.method === 'POST' && request.path === '/sandbox/stripe/v1/refunds'
      ? respond(request, forward)
      : undefined;

/** Responds to the first request for a refund with an error, and repeats it for the same idempotency key. */
export const keepFirstError = (): Intercept => {
  let kept: string | undefined;
  return onRefund(async ({ key }) => {
    const isRepeat = key === kept;
    kept ??= key;
    if (key !== kept) return undefined;
    return providerError(500, {}, isRepeat ? { 'idempotent-replayed': 'true' } : {});
  });
};

/** The bank rejects a refund of this amount (minor units), days after it was made. */
export const failRefund = async (
  { provider, stripe, sendEvent }: Pick<Shop, 'provider' | 'stripe' | 'sendEvent'>,
  transactionId: string,
  amount: number,
): Promise<void> => {
  const { data } = await stripe.refunds.list({ payment_intent: transactionId });
  const made = data.find((refund) => refund.amount === amount && refund.status !== 'failed')!;
  await provider.pool.query(
    `update card_sandbox.objects set body = body || '{"status": "failed", "failure_reason": "lost_or_stolen_card"}'
      where id = $1`,
    [made.id],
  );
  await provider.pool.query(
    `update card_sandbox.objects set body = body || jsonb_build_object('refunded', false,
            'amount_refunded', (body->>'amount_refunded')::int - $2::int)
      where type = 'charge' and body->>'payment_intent' = $1`,
    [transactionId, amount],
  );
  expect((await sendEvent('refund.failed', await stripe.refunds.retrieve(made.id))).status).toBe(200);
};
