import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PaymentRecord } from './payments.repository.ts';

// Each SQL expression takes the table of payments or, if the query names it otherwise, its alias.

/** SQL: the amount of a payment that was paid back, by refunds or by other means. It may exceed the payment. */
export const paidBackAmount = (p: SQLWrapper): SQL => sql`(${p}.refunded_amount + ${p}.refunded_elsewhere)`;

/** SQL: whether the whole amount of a payment was paid back. */
export const isPaidBack = (p: SQLWrapper): SQL => sql`${paidBackAmount(p)} >= ${p}.amount`;

/** SQL: the refunded amount of a payment. */
export const refundedAmount = (p: SQLWrapper): SQL => sql`least(${p}.amount, ${paidBackAmount(p)})`;

/**
 * SQL: the amount of a payment that was lost in disputes: none while they are open or once they are won. Refunded amounts
 * are not also lost.
 */
export const lostAmount = (p: SQLWrapper): SQL =>
  sql`least(${p}.lost_amount, ${p}.amount - ${refundedAmount(p)})`;

/** SQL: the amount of a payment that was neither paid back, nor is about to be, nor was lost in a dispute. */
export const keptAmount = (p: SQLWrapper): SQL =>
  sql`${p}.amount - ${paidBackAmount(p)} - ${p}.refunding_amount - ${p}.lost_amount`;

/** SQL: whether a payment could be delivered and no admin has ended its enrollment after a lost dispute. */
export const isDelivered = (p: SQLWrapper): SQL =>
  sql`(not ${p}.undelivered and ${p}.dispute_decision is distinct from 'ended')`;

/** SQL: whether an admin has made the class a gift after a lost dispute, and the payment has not been paid back as well. */
const isGift = (p: SQLWrapper): SQL =>
  sql`(${p}.dispute_decision is not distinct from 'gift' and ${p}.lost_amount > 0 and not ${isPaidBack(p)})`;

/** SQL: whether the enrollment of a payment stands. It also does while a refund of the rest is under way. */
export const keepsEnrollment = (p: SQLWrapper): SQL =>
  sql`(${isDelivered(p)} and (${keptAmount(p)} + ${p}.refunding_amount > 0 or ${isGift(p)}))`;

/** SQL: whether a payment without an enrollment entitles its payer to the class. It does not while it is being refunded. */
export const entitlesToClass = (p: SQLWrapper): SQL =>
  sql`(${isDelivered(p)} and (${keptAmount(p)} > 0 or ${isGift(p)}))`;

/** The refunded and the lost amount of a payment, like `refundedAmount` and `lostAmount`. */
export const returnedOf = (
  payment: Pick<PaymentRecord, 'amount' | 'refundedAmount' | 'refundedElsewhere' | 'lostAmount'>,
): { refunded: number; lost: number } => {
  const refunded = Math.min(payment.amount, payment.refundedAmount + payment.refundedElsewhere);
  return { refunded, lost: Math.min(payment.lostAmount, payment.amount - refunded) };
};

/**
 * The amount of a payment, in minor units, to which its refunds may add up: what was neither paid back by other means nor
 * lost in a dispute.
 */
export const refundableOf = (payment: PaymentRecord): number =>
  payment.amount - payment.refundedElsewhere - payment.lostAmount;
