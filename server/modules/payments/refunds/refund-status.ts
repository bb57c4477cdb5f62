import type Stripe from 'stripe';
import type { REFUND_STATUSES, refunds } from '../../../database/schema.ts';
import type { PaymentRecord } from '../payments.repository.ts';

export type RefundRecord = typeof refunds.$inferSelect;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** The order of a refund's statuses. A status of a lower rank is outdated. */
const RANKS: Record<RefundStatus, number> = {
  requested: 0,
  requires_action: 1,
  pending: 1,
  succeeded: 2,
  canceled: 3,
  failed: 3,
};

/** The rank of a refund's status. A status of a lower rank is outdated. */
export const rankOf = (status: RefundStatus): number => RANKS[status];

/** The status of a provider's refund. An unknown status counts as unfinished. */
export const statusOf = ({ status }: Pick<Stripe.Refund, 'status'>): RefundStatus =>
  status && status in RANKS ? (status as RefundStatus) : 'pending';

/** Whether a refund is requested, in progress or successful, so that it counts against the charge. */
export const isActive = ({ status }: Pick<RefundRecord, 'status'>): boolean => RANKS[status] < 3;

/**
 * The amount of a payment, in minor units, to which its refunds may add up: what was neither paid back by other means nor
 * lost in a dispute.
 */
export const refundableOf = (payment: PaymentRecord): number =>
  payment.amount - payment.refundedElsewhere - payment.lostAmount;

/** The part of an amount for which no refund has been requested, in minor units. */
export const remainderOf = (amount: number, refunds: Pick<RefundRecord, 'status' | 'amount'>[]): number =>
  amount - refunds.filter(isActive).reduce((sum, refund) => sum + refund.amount, 0);

/** The part of an amount for which the provider has no refund, in minor units. Negative if it has refunded more. */
export const remainderAtProvider = (amount: number, refunds: Stripe.Refund[]): number =>
  remainderOf(
    amount,
    refunds.map((refund) => ({ amount: refund.amount, status: statusOf(refund) })),
  );

/** Whether a provider's refund is stored with at least this status. */
export const isRefundKnown = (known: RefundRecord[], providerId: string, status: string): boolean =>
  known.some((row) => row.providerId === providerId && rankOf(row.status) >= rankOf(statusOf({ status })));

/** Whether the stored refunds add up to at least this amount in minor units, including those that have failed since. */
export const isSumKnown = (known: RefundRecord[], amount: number): boolean =>
  known
    .filter(({ providerId, status }) => providerId !== null || status === 'succeeded')
    .reduce((sum, refund) => sum + refund.amount, 0) >= amount;
