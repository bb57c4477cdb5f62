import { type SQL, sql } from 'drizzle-orm';
import type { PaymentRecord } from './payments.repository.ts';

/** SQL: the amount of a payment `p` that was neither paid back, nor is about to be, nor was lost in a dispute. */
export const keptAmount: SQL = sql`p.amount - p.refunded_amount - p.refunding_amount - p.refunded_elsewhere - p.lost_amount`;

/** SQL: whether the whole amount of a payment `p` was paid back, by refunds or by other means. */
export const isPaidBack: SQL = sql`p.refunded_amount + p.refunded_elsewhere >= p.amount`;

/**
 * The amount of a payment, in minor units, to which its refunds may add up: what was neither paid back by other means nor
 * lost in a dispute.
 */
export const refundableOf = (payment: PaymentRecord): number =>
  payment.amount - payment.refundedElsewhere - payment.lostAmount;
