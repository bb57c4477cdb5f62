import type Stripe from 'stripe';
import { emitEvent } from './events.ts';
import { newId, nowInSeconds, type Store } from './store.ts';
import { invalidRequest } from './stripe-failure.ts';

const SECONDS_TO_ANSWER = 7 * 24 * 60 * 60;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
  enhanced_evidence: {},
};

/**
 * Disputes a charge as fraudulent, as the card 4000 0000 0000 0259 does after its payment. The bank withdraws the
 * money until the dispute is decided.
 * @param amount the disputed part in minor units; absent: the whole charge
 */
export const openDispute = async (
  store: Store,
  charge: Stripe.Charge,
  amount = charge.amount,
): Promise<Stripe.Dispute> => {
  const disputed: Stripe.Charge = { ...charge, disputed: true };
  await store.put(disputed);
  const dispute: Stripe.Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: nowInSeconds() + SECONDS_TO_ANSWER,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: charge.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  await store.put(dispute);
  await emitEvent(store, 'charge.dispute.created', dispute);
  await emitEvent(store, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
};

/** The amount of a charge that its disputes prevent from being refunded: all of it while one is open, then what was lost. */
export const disputedAmount = async (store: Store, charge: Stripe.Charge): Promise<number> => {
  const { data } = await store.list<Stripe.Dispute>('dispute', { limit: 100, charge: charge.id });
  const blocking = data.filter((dispute) => !dispute.is_charge_refundable);
  if (blocking.some(({ status }) => status !== 'lost')) return charge.amount;
  return blocking.reduce((sum, { amount }) => sum + amount, 0);
};

/** Closes a dispute. If it is won, the money returns and can be refunded. If it is lost, the payer keeps it. */
export const closeDispute = async (
  store: Store,
  id: string,
  status: 'won' | 'lost',
): Promise<Stripe.Dispute> => {
  const { object: dispute } = await store.get<Stripe.Dispute>('dispute', id);
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalidRequest('This dispute is already closed');
  }
  const closed: Stripe.Dispute = { ...dispute, status, is_charge_refundable: status === 'won' };
  await store.put(closed);
  await emitEvent(store, 'charge.dispute.updated', closed);
  await emitEvent(store, 'charge.dispute.closed', closed);
  if (status === 'won') await emitEvent(store, 'charge.dispute.funds_reinstated', closed);
  return closed;
};

/** Evidence texts that decide a dispute in test mode (https://docs.stripe.com/testing#disputes). */
const DECISIVE_EVIDENCE: Record<string, 'won' | 'lost'> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
};

/** Submits evidence for a dispute, which is then under review unless the text decides it immediately. */
export const answerDispute = async (
  store: Store,
  id: string,
  evidence: { uncategorized_text?: string } = {},
): Promise<Stripe.Dispute> => {
  const outcome = DECISIVE_EVIDENCE[evidence.uncategorized_text ?? ''];
  if (outcome) return closeDispute(store, id, outcome);
  const { object: dispute } = await store.get<Stripe.Dispute>('dispute', id);
  const answered: Stripe.Dispute = { ...dispute, status: 'under_review' };
  await store.put(answered);
  await emitEvent(store, 'charge.dispute.updated', answered);
  return answered;
};
