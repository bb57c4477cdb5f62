import type Stripe from 'stripe';
import type { REFUND_STATUSES, refunds } from '../../database/schema.ts';

export type RefundRecord = typeof refunds.$inferSelect;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** The order in which a refund goes through its statuses; one of a lower rank is older news. */
const RANKS: Record<RefundStatus, number> = {
  requested: 0,
  requires_action: 1,
  pending: 1,
  succeeded: 2,
  canceled: 3,
  failed: 3,
};

export const rankOf = (status: RefundStatus): number => RANKS[status];

/** The status of a provider's refund. One that this version does not know is not over. */
export const statusOf = ({ status }: Pick<Stripe.Refund, 'status'>): RefundStatus =>
  status && status in RANKS ? (status as RefundStatus) : 'pending';

/** Whether money was asked for or is back: what counts against the charge. */
export const isActive = ({ status }: Pick<RefundRecord, 'status'>): boolean => RANKS[status] < 3;

/** Minor units that no refund was asked for yet. */
export const remainderOf = (amount: number, refunds: Pick<RefundRecord, 'status' | 'amount'>[]): number =>
  amount - refunds.filter(isActive).reduce((sum, refund) => sum + refund.amount, 0);

/** Minor units of a charge that the provider has neither refunded nor been asked to. */
export const remainderAtProvider = (amount: number, refunds: Stripe.Refund[]): number =>
  remainderOf(
    amount,
    refunds.map((refund) => ({ amount: refund.amount, status: statusOf(refund) })),
  );

/** Whether a refund of the provider's is known here, at least as far on as in this status. */
export const isRefundKnown = (known: RefundRecord[], providerId: string, status: string): boolean =>
  known.some((row) => row.providerId === providerId && rankOf(row.status) >= rankOf(statusOf({ status })));

/** Whether refunds of so many minor units are known here, also if they have failed since. */
export const isSumKnown = (known: RefundRecord[], amount: number): boolean =>
  known
    .filter(({ providerId, status }) => providerId !== null || status === 'succeeded')
    .reduce((sum, refund) => sum + refund.amount, 0) >= amount;
