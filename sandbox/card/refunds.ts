import type { Pool } from 'pg';
import type Stripe from 'stripe';
import { disputedAmount } from './disputes.ts';
import { emitEvent } from './events.ts';
import { inTransaction, newId, nowInSeconds, Store } from './store.ts';
import { invalidRequest } from './stripe-failure.ts';

export interface RefundInput {
  payment_intent?: string;
  charge?: string;
  amount?: string;
  reason?: string;
  metadata?: Record<string, string>;
}

/** How a card's refund starts. Most succeed immediately, some take days. */
interface RefundOptions {
  isPending?: boolean;
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** The successful charge to refund, with the behavior of its card. */
const findCharge = async (store: Store, input: RefundInput) => {
  if (input.charge && !input.payment_intent) {
    const { object } = await store.get<Stripe.Charge>('charge', input.charge);
    return findCharge(store, { ...input, payment_intent: object.payment_intent as string });
  }
  if (!input.payment_intent) {
    throw invalidRequest('Missing required param: payment_intent.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    });
  }
  const { object: intent, hidden } = await store.get<Stripe.PaymentIntent>(
    'payment_intent',
    input.payment_intent,
  );
  if (intent.status !== 'succeeded') {
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.', {
      code: 'payment_intent_unexpected_state',
    });
  }
  const { object: charge } = await store.get<Stripe.Charge>('charge', intent.latest_charge as string);
  return { charge, behavior: hidden.behavior };
};

const checkAmount = (charge: Stripe.Charge, disputed: number, input: RefundInput): number => {
  const left = charge.amount - charge.amount_refunded - disputed;
  const amount = input.amount ? Number(input.amount) : left;
  if (disputed > 0 && left <= 0) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw invalidRequest('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
  }
  return amount;
};

const newRefund = (
  charge: Stripe.Charge,
  input: RefundInput,
  amount: number,
  status: 'pending' | 'succeeded',
): Stripe.Refund => ({
  id: newId('re'),
  object: 'refund',
  amount,
  balance_transaction: newId('txn'),
  charge: charge.id,
  created: nowInSeconds(),
  currency: charge.currency,
  customer: null,
  customer_account: null,
  metadata: input.metadata ?? {},
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  reason: REASONS.find((reason) => reason === input.reason) ?? null,
  receipt_number: null,
  source_transfer_reversal: null,
  status,
  transfer_reversal: null,
});

/** Updates the refunded amount of a charge. A pending refund counts until it fails. */
const addRefunded = async (store: Store, charge: Stripe.Charge, change: number): Promise<Stripe.Charge> => {
  const amount_refunded = charge.amount_refunded + change;
  const updated = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
  await store.put(updated);
  return updated;
};

/**
 * Refunds a charge, fully or partially. With the card 4000 0000 0000 5126 the refund fails later, with
 * 4000 0000 0000 7726 it stays pending.
 * @throws StripeFailure if the charge is already refunded or disputed, or the amount is too large
 */
export const createRefund = async (
  store: Store,
  input: RefundInput,
  { isPending = false }: RefundOptions = {},
): Promise<Stripe.Refund> => {
  const { charge, behavior } = await findCharge(store, input);
  const amount = checkAmount(charge, await disputedAmount(store, charge), input);
  const status = isPending || behavior === 'refund_pending' ? 'pending' : 'succeeded';
  const refund = newRefund(charge, input, amount, status);
  await store.put(refund);
  await emitEvent(store, 'refund.created', refund);
  await emitEvent(store, 'charge.refunded', await addRefunded(store, charge, amount));
  if (behavior === 'refund_fails') await settleRefund(store, refund.id, 'failed');
  return refund;
};

/** Settles a refund. If it fails or is canceled, the charge counts as not refunded. */
export const settleRefund = async (
  store: Store,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled',
): Promise<Stripe.Refund> => {
  const { object: refund } = await store.get<Stripe.Refund>('refund', id);
  const isOver = refund.status === 'failed' || refund.status === 'canceled';
  if (isOver) throw invalidRequest(`Refund ${id} has the status ${refund.status} already.`);
  const settled: Stripe.Refund = {
    ...refund,
    status,
    ...(status === 'failed' && { failure_reason: 'unknown' }),
  };
  await store.put(settled);
  if (status !== 'succeeded') {
    const { object: charge } = await store.get<Stripe.Charge>('charge', refund.charge as string);
    await addRefunded(store, charge, -refund.amount);
  }
  await emitEvent(store, 'refund.updated', settled);
  await emitEvent(store, 'charge.refund.updated', settled);
  if (status === 'failed') await emitEvent(store, 'refund.failed', settled);
  return settled;
};

/** Settles refunds that have been pending for ten seconds, which simulates the days that a bank takes. */
export const settlePendingRefunds = (pool: Pool): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; livemode: boolean }>(
      `select id, livemode from card_sandbox.objects
       where type = 'refund' and body->>'status' = 'pending' and created_at < now() - interval '10 seconds'
       for update skip locked`,
    );
    for (const { id, livemode } of rows) await settleRefund(new Store(client, livemode), id, 'succeeded');
  });
