import type Stripe from 'stripe';
import { emitEvent } from './events.ts';
import { newId, nowInSeconds, type Store } from './store.ts';
import { invalidRequest } from './stripe-failure.ts';

export interface RefundInput {
  payment_intent?: string;
  amount?: string;
  reason?: string;
  metadata?: Record<string, string>;
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** Gives a charge back, whole or in part. The card 4000 0000 0000 5126 lets it fail afterwards. */
export const createRefund = async (store: Store, input: RefundInput): Promise<Stripe.Refund> => {
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
  const left = charge.amount - charge.amount_refunded;
  const amount = input.amount ? Number(input.amount) : left;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw invalidRequest('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
  }
  const fails = hidden.behaviour === 'refund_fails';
  const refund: Stripe.Refund = {
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
    payment_intent: intent.id,
    payment_method: charge.payment_method,
    reason: REASONS.find((reason) => reason === input.reason) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  await store.put(refund);
  const refunded = charge.amount_refunded + amount;
  const updated = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  await store.put(updated);
  await emitEvent(store, 'charge.refunded', updated);
  if (fails) await failRefund(store, refund, charge);
  return refund;
};

const failRefund = async (store: Store, refund: Stripe.Refund, charge: Stripe.Charge): Promise<void> => {
  const failed: Stripe.Refund = { ...refund, status: 'failed', failure_reason: 'unknown' };
  await store.put(failed);
  await store.put(charge);
  await emitEvent(store, 'refund.failed', failed);
};
