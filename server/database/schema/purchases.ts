import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { classId } from './catalogue.ts';
import { createdAt, id, moment, oneOf } from './columns.ts';
import { personId, users } from './people.ts';

/** What became of a payment intent as far as this side knows; the provider holds the truth. */
export const INTENT_STATES = ['open', 'recorded', 'canceled'] as const;

/**
 * Every payment intent asked of the provider, written before the provider is asked. `providerId` comes with
 * its answer; the row's own id is the idempotency key, so that an unanswered request can be repeated.
 */
export const paymentIntents = pgTable(
  'payment_intents',
  {
    id: id(),
    providerId: text('provider_id').unique(),
    userId: personId('user_id'),
    classId: classId(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: INTENT_STATES }).notNull().default('open'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payment_intents_one_open')
      .on(table.userId, table.classId)
      .where(sql`${table.state} = 'open'`),
    index('payment_intents_open')
      .on(table.createdAt)
      .where(sql`${table.state} = 'open'`),
    check('payment_intents_amount_positive', sql`${table.amount} > 0`),
    check('payment_intents_state_known', sql`${table.state} in (${oneOf(INTENT_STATES)})`),
  ],
);

/**
 * Money received: never deleted. `amount` and `refundedAmount` are whole minor units of `currency`. A refund is
 * written down as asked for (`refundRequestedAt`) before the provider is asked, so that a crash in between
 * leaves something to go on from. Without `refundRequestedBy` nobody asked: it could not be delivered.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    transactionId: text('transaction_id').notNull().unique(),
    receiptNumber: integer('receipt_number').generatedAlwaysAsIdentity({ startWith: 1001 }).unique(),
    userId: personId('user_id'),
    classId: classId(),
    /** The address that the person had when paying. */
    email: text('email').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    paidAt: moment('paid_at').notNull().defaultNow(),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    refundedAt: moment('refunded_at'),
    refundRequestedAt: moment('refund_requested_at'),
    refundRequestedBy: uuid('refund_requested_by').references(() => users.id),
    refundFailedAt: moment('refund_failed_at'),
    refundReason: text('refund_reason'),
    disputedAt: moment('disputed_at'),
    /** In the provider's words. */
    disputeStatus: text('dispute_status'),
  },
  (table) => [
    index('payments_of_user').on(table.userId, table.paidAt),
    index('payments_of_class').on(table.classId, table.paidAt),
    index('payments_by_age').on(table.paidAt, table.id),
    index('payments_to_refund')
      .on(table.refundRequestedAt)
      .where(
        sql`${table.refundRequestedAt} is not null and ${table.refundedAmount} < ${table.amount} and ${table.refundFailedAt} is null`,
      ),
    check(
      'payments_refund_requested_with_reason',
      sql`${table.refundRequestedAt} is null or ${table.refundReason} is not null`,
    ),
    check(
      'payments_dispute_with_moment',
      sql`(${table.disputeStatus} is null) = (${table.disputedAt} is null)`,
    ),
    check('payments_amount_positive', sql`${table.amount} > 0`),
    check('payments_refund_in_range', sql`${table.refundedAmount} between 0 and ${table.amount}`),
    check('payments_refund_with_moment', sql`(${table.refundedAmount} = 0) = (${table.refundedAt} is null)`),
  ],
);

/** Who takes which class: once. Only a free class is taken without a payment. */
export const enrollments = pgTable(
  'enrollments',
  {
    id: id(),
    userId: personId('user_id'),
    classId: classId(),
    paymentId: uuid('payment_id')
      .unique()
      .references(() => payments.id),
    price: integer('price').notNull(),
    enrolledAt: moment('enrolled_at').notNull().defaultNow(),
  },
  (table) => [
    unique('enrollments_one_a_person').on(table.userId, table.classId),
    index('enrollments_of_user').on(table.userId, table.enrolledAt),
    index('enrollments_of_class').on(table.classId),
    check('enrollments_paid_unless_free', sql`(${table.price} = 0) = (${table.paymentId} is null)`),
    check('enrollments_price_not_negative', sql`${table.price} >= 0`),
  ],
);
