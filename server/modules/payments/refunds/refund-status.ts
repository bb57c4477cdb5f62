import { type SQL, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { oneOf } from '../../../database/schema/columns.ts';
import type { REFUND_STATUSES } from '#contract/refunds.ts';
import { FAILED_REFUNDS, type refunds, UNFINISHED_REFUNDS } from '../../../database/schema.ts';

export type RefundRecord = typeof refunds.$inferSelect;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** SQL: whether the result of a refund `r` is not known yet. */
export const isUnfinished: SQL = sql`r.status in (${oneOf(UNFINISHED_REFUNDS)})`;
/** SQL: whether a refund `r` was made. */
export const isSuccessful: SQL = sql`r.status = 'succeeded'`;
/** SQL: whether a refund `r` was not made or was reversed. */
export const hasFailed: SQL = sql`r.status in (${oneOf(FAILED_REFUNDS)})`;
/** SQL: whether a refund `r` has failed and was not settled by other means. Later refunds may have repaid it. */
export const isUnsettledFailure: SQL = sql`(${hasFailed} and r.resolved_at is null)`;

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
export const isActive = ({ status }: Pick<RefundRecord, 'status'>): boolean =>
  !FAILED_REFUNDS.some((failed) => failed === status);

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
