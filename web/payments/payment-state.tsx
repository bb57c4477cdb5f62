import type { Payment } from '#contract/payments.ts';

const STATES: Record<Payment['state'], { label: string; look: string }> = {
  paid: { label: 'Paid', look: 'badge-success' },
  refunding: { label: 'Refund in progress', look: 'badge-warning' },
  refunded: { label: 'Refunded', look: 'badge-warning' },
  'refund failed': { label: 'Refund failed', look: 'badge-error' },
  disputed: { label: 'Disputed', look: 'badge-error' },
  'dispute lost': { label: 'Dispute lost', look: 'badge-error' },
};

export const PAYMENT_STATE_OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({ value, label }));

/** A badge with the state of a payment. */
export const PaymentState = ({ state }: { state: Payment['state'] }) => (
  <span className={`badge badge-outline font-semibold ${STATES[state].look}`}>{STATES[state].label}</span>
);
