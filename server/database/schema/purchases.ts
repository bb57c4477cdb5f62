import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { classId } from './catalogue.ts';
import { createdAt, id, moment, oneOf, workColumns } from './columns.ts';
import { personId, users } from './people.ts';

/**
 * What became of a payment intent: `open` until it is known to have ended, `recorded` with its payment, `canceled`
 * where nobody can pay it any more. docs/payments.md has the whole table.
 */
export const INTENT_STATES = ['open', 'recorded', 'canceled'] as const;

/**
 * Every payment intent asked of the provider, written before the provider is asked. `providerId` comes with
 * its answer, once; the row's id and `attempt` are the idempotency key, so that an unanswered request can be
 * repeated. `checks` counts the answers since the buyer was last seen.
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
    /** Whether real money is charged; absent for those from before this was noted. */
    livemode: boolean('livemode'),
    attempt: integer('attempt').notNull().default(1),
    checks: integer('checks').notNull().default(0),
    ...workColumns(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payment_intents_one_open')
      .on(table.userId, table.classId)
      .where(sql`${table.state} = 'open'`),
    index('payment_intents_due')
      .on(table.dueAt)
      .where(sql`${table.state} = 'open'`),
    check('payment_intents_amount_positive', sql`${table.amount} > 0`),
    check('payment_intents_state_known', sql`${table.state} in (${oneOf(INTENT_STATES)})`),
  ],
);

export const DISPUTE_DECISIONS = ['ended', 'gift'] as const;

/**
 * Money received: never deleted. Amounts are whole minor units of `currency`. What is refunded, on its way back and
 * failed is counted from the payment's refunds, in the transaction that changes one.
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
    /** What is back with the payer. */
    refundedAmount: integer('refunded_amount').notNull().default(0),
    refundedAt: moment('refunded_at'),
    /** What was asked for and is not back yet. */
    refundingAmount: integer('refunding_amount').notNull().default(0),
    /** Paid back by other means, after a refund had failed. */
    refundedElsewhere: integer('refunded_elsewhere').notNull().default(0),
    /** When the last refund failed, if nobody has seen to it since. */
    refundFailedAt: moment('refund_failed_at'),
    /** Why it is refunded, as the payer reads it. */
    refundReason: text('refund_reason'),
    /** Whether it is real money; absent for those from before this was noted. */
    livemode: boolean('livemode'),
    /** The dispute that was opened last, in the provider's words. */
    disputeId: text('dispute_id'),
    disputedAt: moment('disputed_at'),
    disputeStatus: text('dispute_status'),
    disputeAmount: integer('dispute_amount'),
    /** Until when the provider takes evidence. */
    disputeDueBy: moment('dispute_due_by'),
    /** What an admin decided on the enrollment after a lost dispute. */
    disputeDecision: text('dispute_decision', { enum: DISPUTE_DECISIONS }),
  },
  (table) => [
    index('payments_of_user').on(table.userId, table.paidAt),
    index('payments_of_class').on(table.classId, table.paidAt),
    index('payments_by_age').on(table.paidAt, table.id),
    check(
      'payments_dispute_with_moment',
      sql`(${table.disputeStatus} is null) = (${table.disputedAt} is null)`,
    ),
    index('payments_disputed')
      .on(table.disputedAt)
      .where(sql`${table.disputeStatus} is not null`),
    check('payments_dispute_decision_known', sql`${table.disputeDecision} in (${oneOf(DISPUTE_DECISIONS)})`),
    check('payments_amount_positive', sql`${table.amount} > 0`),
    check('payments_refund_in_range', sql`${table.refundedAmount} between 0 and ${table.amount}`),
    check('payments_refunding_in_range', sql`${table.refundingAmount} between 0 and ${table.amount}`),
    check('payments_refund_with_moment', sql`(${table.refundedAmount} = 0) = (${table.refundedAt} is null)`),
  ],
);

/** `requested`: the provider has not answered yet. The others are the provider's. */
export const REFUND_STATUSES = [
  'requested',
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'canceled',
] as const;
/** Who wants it: an admin, the server because the payment cannot be delivered, or somebody at the provider. */
export const REFUND_ORIGINS = ['admin', 'automatic', 'provider'] as const;

/**
 * Every refund that is known: written down before the provider is asked, or taken over from there. `amount` is in
 * minor units of the payment's currency. The row's id and `attempt` are the idempotency key; once `askedAt` is set,
 * the provider may have the refund already.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    providerId: text('provider_id').unique(),
    amount: integer('amount').notNull(),
    /** Whether it is to be all that remains, however much that turns out to be. */
    isRest: boolean('is_rest').notNull().default(false),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    origin: text('origin', { enum: REFUND_ORIGINS }).notNull(),
    reason: text('reason'),
    requestedBy: uuid('requested_by').references(() => users.id),
    attempt: integer('attempt').notNull().default(1),
    askedAt: moment('asked_at'),
    /** Why it failed, in the provider's words. */
    failureReason: text('failure_reason'),
    /** When somebody saw to it that it failed, by other means. */
    resolvedAt: moment('resolved_at'),
    ...workColumns(),
    createdAt: createdAt(),
  },
  (table) => [
    index('refunds_of_payment').on(table.paymentId, table.createdAt),
    index('refunds_due')
      .on(table.dueAt)
      .where(sql`${table.status} in ('requested', 'pending', 'requires_action')`),
    check('refunds_amount_positive', sql`${table.amount} > 0`),
    check('refunds_status_known', sql`${table.status} in (${oneOf(REFUND_STATUSES)})`),
    check('refunds_origin_known', sql`${table.origin} in (${oneOf(REFUND_ORIGINS)})`),
    check('refunds_of_ours_with_reason', sql`${table.origin} = 'provider' or ${table.reason} is not null`),
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
