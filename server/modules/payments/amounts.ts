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

/** SQL: whether a payment was paid back or lost in disputes as a whole. */
export const isReturned = (p: SQLWrapper): SQL => sql`${paidBackAmount(p)} + ${p}.lost_amount >= ${p}.amount`;

/**
 * SQL: whether a payment entitles its payer to the class: it could be delivered, no admin has ended its enrollment, and an
 * amount is kept, or the class became a gift after a lost dispute.
 */
export const entitlesToClass = (p: SQLWrapper): SQL => sql`(
  not ${p}.undelivered and ${p}.dispute_decision is distinct from 'ended'
  and (${keptAmount(p)} > 0
       or (${p}.dispute_decision is not distinct from 'gift' and ${p}.lost_amount > 0 and not ${isPaidBack(p)})))`;

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
