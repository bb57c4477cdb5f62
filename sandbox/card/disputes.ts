import type Stripe from 'stripe';
import { emitEvent } from './events.ts';
import { newId, nowInSeconds, type Store } from './store.ts';

const SECONDS_TO_ANSWER = 7 * 24 * 60 * 60;

/** What the card 4000 0000 0000 0259 does after it paid: its owner disputes the charge as fraudulent. */
export const openDispute = async (store: Store, charge: Stripe.Charge): Promise<void> => {
  const disputed: Stripe.Charge = { ...charge, disputed: true };
  await store.put(disputed);
  const dispute = {
    id: newId('du'),
    object: 'dispute' as const,
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence_details: {
      due_by: nowInSeconds() + SECONDS_TO_ANSWER,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response' as const,
  };
  await store.put(dispute);
  await emitEvent(store, 'charge.dispute.created', dispute);
};
