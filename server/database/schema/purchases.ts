import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  type PgColumn,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { REFUND_STATUSES } from '#contract/refunds.ts';
import { classId } from './classes.ts';
import { createdAt, id, timestamptz, oneOf, workColumns } from './columns.ts';
import { userReference, users } from './users.ts';

/**
 * The states of a payment intent: `open` until its outcome is known, `recorded` once its payment is stored, `canceled`
 * when it can no longer be paid. docs/payments.md has the whole table.
 */
export const INTENT_STATES = ['open', 'recorded', 'canceled'] as const;

/**
 * Payment intents, stored before the provider is called. `providerId` is set once, from its response. The row's id and
 * `attempt` are the idempotency key, so that a request without a response can be repeated. `checks` counts the checks
 * since the buyer was last active.
 */
export const paymentIntents = pgTable(
  'payment_intents',
  {
    id: id(),
    providerId: text('provider_id').unique(),
    userId: userReference('user_id'),
    classId: classId(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: INTENT_STATES }).notNull().default('open'),
    /** Whether real money is charged. Null for rows from before this column existed. */
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
    index('payment_intents_holding_seats')
      .on(table.classId)
      .where(sql`${table.state} = 'open'`),
    index('payment_intents_due')
      .on(table.dueAt)
      .where(sql`${table.state} = 'open'`),
    check('payment_intents_amount_positive', sql`${table.amount} > 0`),
    check('payment_intents_state_known', sql`${table.state} in (${oneOf(INTENT_STATES)})`),
  ],
);

export const DISPUTE_DECISIONS = ['ended', 'gift'] as const;

/** SQL: whether a payment has neither an enrollment nor its refund. A lost dispute may have settled it. */
export const isUnsettled = (
  p: Record<'unenrolled' | 'refundedAmount' | 'refundingAmount' | 'refundedElsewhere' | 'amount', PgColumn>,
): SQL =>
  sql`${p.unenrolled} and ${p.refundedAmount} + ${p.refundingAmount} + ${p.refundedElsewhere} < ${p.amount}`;

/**
 * Payments received. They are never deleted. Amounts are whole minor units of `currency`. The refund columns are derived
 * from the payment's refunds, and those of disputes, except for the decision, from its disputes, in the transaction that
 * changes one.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    transactionId: text('transaction_id').notNull().unique(),
    /** The receipt number of earlier versions, which had gaps. Receipts have the numbers of `accounting_documents`. */
    receiptNumber: integer('receipt_number').generatedAlwaysAsIdentity({ startWith: 1001 }).unique(),
    userId: userReference('user_id'),
    classId: classId(),
    /** The payer's email address at the time of the payment. */
    email: text('email').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    paidAt: timestamptz('paid_at').notNull().defaultNow(),
    /** The amount that was refunded successfully. */
    refundedAmount: integer('refunded_amount').notNull().default(0),
    refundedAt: timestamptz('refunded_at'),
    /** The amount of refunds in progress. */
    refundingAmount: integer('refunding_amount').notNull().default(0),
    /** The amount that was paid back by other means after a refund failed. */
    refundedElsewhere: integer('refunded_elsewhere').notNull().default(0),
    /** Since when the payer has been owed the amount of a failed refund. Null if nothing is owed. */
    refundFailedAt: timestamptz('refund_failed_at'),
    /** The reason for the refund, shown to the payer. */
    refundReason: text('refund_reason'),
    /** Whether it could not be delivered when it was recorded. If so, a failed refund does not enroll the payer. */
    undelivered: boolean('undelivered').notNull().default(false),
    /** Whether no enrollment refers to it. Triggers maintain this, so that such payments are found without reading all. */
    unenrolled: boolean('unenrolled').notNull().default(false),
    /** Whether real money was charged. Null for rows from before this column existed. */
    livemode: boolean('livemode'),
    /** When the most urgent dispute was opened, its status, and the deadline for submitting evidence. */
    disputedAt: timestamptz('disputed_at'),
    disputeStatus: text('dispute_status'),
    disputeDueBy: timestamptz('dispute_due_by'),
    /** Whether a chargeback is undecided, even if another dispute is more urgent. */
    chargedBack: boolean('charged_back').notNull().default(false),
    /** The amount that the payer received through lost disputes. It may also have been refunded. */
    lostAmount: integer('lost_amount').notNull().default(0),
    /** An admin's decision about the enrollment after a lost dispute. */
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
    index('payments_with_failed_refund')
      .on(table.refundFailedAt)
      .where(sql`${table.refundFailedAt} is not null`),
    index('payments_unsettled').on(table.paidAt).where(isUnsettled(table)),
    check('payments_dispute_decision_known', sql`${table.disputeDecision} in (${oneOf(DISPUTE_DECISIONS)})`),
    check('payments_amount_positive', sql`${table.amount} > 0`),
    check('payments_lost_in_range', sql`${table.lostAmount} between 0 and ${table.amount}`),
    check('payments_refund_in_range', sql`${table.refundedAmount} between 0 and ${table.amount}`),
    check('payments_refunding_in_range', sql`${table.refundingAmount} between 0 and ${table.amount}`),
    check('payments_refund_with_moment', sql`(${table.refundedAmount} = 0) = (${table.refundedAt} is null)`),
  ],
);

/** The statuses of refunds in progress. `requested`: the provider has not responded yet. */
export const UNFINISHED_REFUNDS = ['requested', 'pending', 'requires_action'] as const;
/** The statuses of refunds that were not made, or that the bank returned. */
export const FAILED_REFUNDS = ['failed', 'canceled'] as const;
/** Who requested it: an admin, the server because it cannot deliver, or a user of the provider's dashboard. */
export const REFUND_ORIGINS = ['admin', 'automatic', 'provider'] as const;

/** Disputes by the provider's id. A charge can have several, each over a part of it. `amount` is in minor units. */
export const disputes = pgTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: integer('amount').notNull(),
    /** The provider's status. */
    status: text('status').notNull(),
    openedAt: timestamptz('opened_at').notNull(),
    /** The deadline for submitting evidence. */
    dueBy: timestamptz('due_by'),
  },
  (table) => [index('disputes_of_payment').on(table.paymentId)],
);

/**
 * Refunds, stored before the provider is called or imported from it. `amount` is in minor units of the payment's
 * currency. The row's id and `attempt` are the idempotency key. Once `askedAt` is set, the provider may already have the
 * refund.
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
    /** Whether to refund the whole remaining amount, whatever it is by then. */
    isRest: boolean('is_rest').notNull().default(false),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    origin: text('origin', { enum: REFUND_ORIGINS }).notNull(),
    reason: text('reason'),
    requestedBy: uuid('requested_by').references(() => users.id),
    attempt: integer('attempt').notNull().default(1),
    /** When it was last requested, or when the provider last answered that with an error that it may have stored. */
    askedAt: timestamptz('asked_at'),
    /** The number of errors that the provider may have stored under this attempt's key. */
    keyErrors: integer('key_errors').notNull().default(0),
    /** The provider's reason for the failure. */
    failureReason: text('failure_reason'),
    /** When the failure was recorded. Null if unknown: then the refund counts as failed from the start. */
    failedAt: timestamptz('failed_at'),
    /**
     * The part of a failed refund that later refunds have not repaid, in minor units. If the refund was settled by other
     * means, the amount that was paid so. Null for refunds that have not failed, and for rows from before this column
     * existed, for which it is `amount`.
     */
    owedAmount: integer('owed_amount'),
    /** When the failed refund was settled by other means. */
    resolvedAt: timestamptz('resolved_at'),
    /** How it was settled, in an admin's words. Null for rows from before this column existed. */
    settlement: text('settlement'),
    ...workColumns(),
    createdAt: createdAt(),
  },
  (table) => [
    index('refunds_of_payment').on(table.paymentId, table.createdAt),
    index('refunds_due')
      .on(table.dueAt)
      .where(sql`${table.status} in (${oneOf(UNFINISHED_REFUNDS)})`),
    check('refunds_amount_positive', sql`${table.amount} > 0`),
    check('refunds_status_known', sql`${table.status} in (${oneOf(REFUND_STATUSES)})`),
    check('refunds_origin_known', sql`${table.origin} in (${oneOf(REFUND_ORIGINS)})`),
    check('refunds_of_ours_with_reason', sql`${table.origin} = 'provider' or ${table.reason} is not null`),
  ],
);

/** Enrollments: one per user and class. Only a free class needs no payment. */
export const enrollments = pgTable(
  'enrollments',
  {
    id: id(),
    userId: userReference('user_id'),
    classId: classId(),
    paymentId: uuid('payment_id')
      .unique()
      .references(() => payments.id),
    price: integer('price').notNull(),
    enrolledAt: timestamptz('enrolled_at').notNull().defaultNow(),
  },
  (table) => [
    unique('enrollments_once_per_user').on(table.userId, table.classId),
    index('enrollments_of_user').on(table.userId, table.enrolledAt),
    index('enrollments_of_class').on(table.classId, table.enrolledAt),
    index('enrollments_by_age').on(table.enrolledAt),
    check('enrollments_paid_unless_free', sql`(${table.price} = 0) = (${table.paymentId} is null)`),
    check('enrollments_price_not_negative', sql`${table.price} >= 0`),
  ],
);
