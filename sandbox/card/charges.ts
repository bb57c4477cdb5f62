import type Stripe from 'stripe';
import { emitEvent } from './events.ts';
import { newId, nowInSeconds, type Store } from './store.ts';
import type { Decline } from './test-cards.ts';

const outcomeOf = (decline?: Decline): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline?.decline_code ?? decline?.code ?? null,
  risk_level: 'normal',
  seller_message: decline
    ? 'The bank did not return any further details with this decline.'
    : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
});

interface Payer {
  id: string;
  billing_details: Stripe.Charge.BillingDetails;
}

export const newCharge = (
  id: string,
  intent: Stripe.PaymentIntent,
  method: Payer,
  decline?: Decline,
): Stripe.Charge => ({
  id,
  object: 'charge',
  amount: intent.amount,
  amount_captured: decline ? 0 : intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: decline ? null : newId('txn'),
  billing_details: method.billing_details,
  calculated_statement_descriptor: null,
  captured: !decline,
  created: nowInSeconds(),
  currency: intent.currency,
  customer: null,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: decline?.code ?? null,
  failure_message: decline?.message ?? null,
  fraud_details: {},
  livemode: intent.livemode,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: outcomeOf(decline),
  paid: !decline,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: decline ? 'failed' : 'succeeded',
  transfer_data: null,
  transfer_group: null,
});

/** Creates the charge for an attempt to pay an intent, successful or failed. */
export const createCharge = async (
  store: Store,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline?: Decline,
): Promise<Stripe.Charge> => {
  const charge = newCharge(newId('ch'), intent, method, decline);
  await store.put(charge);
  await emitEvent(store, decline ? 'charge.failed' : 'charge.succeeded', charge);
  return charge;
};
