import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  EXPERIENCE_LEVELS,
  MARKS,
  MAXIMUM_PRICE,
  RATING,
  REVIEW_STATUSES,
  SKILL_CATEGORIES,
  USER_ROLES,
} from '../../contract/constants.ts';
import { toMinorUnits } from '../../contract/money.ts';
import { identityUsers } from './identity-schema.ts';

/** What became of a payment intent as far as this side knows; the provider holds the truth. */
export const INTENT_STATES = ['open', 'recorded', 'canceled'] as const;

const id = () => uuid('id').primaryKey().defaultRandom();
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = () => moment('created_at').notNull().defaultNow();

/** The SQL list of the words that a column may hold. The words are constants of the code, never input. */
const oneOf = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '));

/**
 * People. A deleted person's row stays for the books (`deletedAt`), without a link to an identity, so that
 * nobody can sign in as them and the address can be registered anew.
 */
export const users = pgTable(
  'users',
  {
    id: id(),
    identityId: uuid('identity_id')
      .unique()
      .references(() => identityUsers.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    photo: text('photo').notNull().default(''),
    role: text('role', { enum: USER_ROLES }),
    createdAt: createdAt(),
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_email_of_the_living')
      .on(table.email)
      .where(sql`${table.deletedAt} is null`),
    index('users_by_age').on(table.createdAt, table.id),
    index('users_by_role').on(table.role),
    check('users_role_known', sql`${table.role} in (${oneOf(USER_ROLES)})`),
    check('users_email_in_lower_case', sql`${table.email} = lower(${table.email})`),
    check('users_deleted_without_identity', sql`${table.deletedAt} is null or ${table.identityId} is null`),
  ],
);

const personId = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id);

/** Who decided on a submission for review, when, and why if it was rejected. */
const review = {
  status: text('status', { enum: REVIEW_STATUSES }).notNull().default('Pending'),
  reason: text('reason'),
  decidedAt: moment('decided_at'),
  decidedBy: uuid('decided_by').references(() => users.id),
};

export const teacherRequests = pgTable(
  'teacher_requests',
  {
    id: id(),
    userId: personId('user_id'),
    name: text('name').notNull(),
    title: text('title').notNull(),
    image: text('image').notNull(),
    experience: text('experience', { enum: EXPERIENCE_LEVELS }).notNull(),
    category: text('category', { enum: SKILL_CATEGORIES }).notNull(),
    ...review,
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('teacher_requests_one_open')
      .on(table.userId)
      .where(sql`${table.status} = 'Pending'`),
    index('teacher_requests_of_user').on(table.userId, table.createdAt),
    index('teacher_requests_by_age').on(table.createdAt, table.id),
    check('teacher_requests_status_known', sql`${table.status} in (${oneOf(REVIEW_STATUSES)})`),
    check('teacher_requests_experience_known', sql`${table.experience} in (${oneOf(EXPERIENCE_LEVELS)})`),
    check('teacher_requests_category_known', sql`${table.category} in (${oneOf(SKILL_CATEGORIES)})`),
    check(
      'teacher_requests_decided_when_not_pending',
      sql`(${table.status} = 'Pending') = (${table.decidedAt} is null)`,
    ),
  ],
);

/** `price` is in whole minor units; `enroll` always equals the number of the class's enrolments. */
export const classes = pgTable(
  'classes',
  {
    id: id(),
    teacherId: personId('teacher_id'),
    image: text('image').notNull(),
    price: integer('price').notNull(),
    title: text('title').notNull(),
    experience: text('experience', { enum: EXPERIENCE_LEVELS }).notNull(),
    category: text('category', { enum: SKILL_CATEGORIES }),
    description: text('description').notNull(),
    ...review,
    enroll: integer('enroll').notNull().default(0),
    createdAt: createdAt(),
    /** Deleted by its teacher while students have it: gone from every list but theirs. */
    hiddenAt: moment('hidden_at'),
  },
  (table) => [
    index('classes_by_enroll').on(table.status, table.enroll.desc(), table.id.desc()),
    index('classes_by_price').on(table.status, table.price, table.id),
    index('classes_by_age').on(table.status, table.createdAt.desc(), table.id.desc()),
    index('classes_in_category').on(table.category, table.status),
    index('classes_of_teacher').on(table.teacherId, table.createdAt.desc()),
    check(
      'classes_price_in_range',
      sql`${table.price} between 0 and ${sql.raw(String(toMinorUnits(MAXIMUM_PRICE)))}`,
    ),
    check('classes_enroll_not_negative', sql`${table.enroll} >= 0`),
    check('classes_status_known', sql`${table.status} in (${oneOf(REVIEW_STATUSES)})`),
    check('classes_experience_known', sql`${table.experience} in (${oneOf(EXPERIENCE_LEVELS)})`),
    check('classes_category_known', sql`${table.category} in (${oneOf(SKILL_CATEGORIES)})`),
    check(
      'classes_decided_when_not_pending',
      sql`(${table.status} = 'Pending') = (${table.decidedAt} is null)`,
    ),
  ],
);

const classId = () =>
  uuid('class_id')
    .notNull()
    .references(() => classes.id);

/** One assignment a class. `dueDate` is the last day on which handing in is in time. */
export const assignments = pgTable(
  'assignments',
  {
    id: id(),
    classId: uuid('class_id')
      .notNull()
      .unique()
      .references(() => classes.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    description: text('description').notNull(),
    marks: integer('marks').notNull(),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'assignments_marks_in_range',
      sql`${table.marks} between ${sql.raw(String(MARKS.min))} and ${sql.raw(String(MARKS.max))}`,
    ),
  ],
);

export const submissions = pgTable(
  'submissions',
  {
    id: id(),
    assignmentId: uuid('assignment_id')
      .notNull()
      .references(() => assignments.id),
    userId: personId('user_id'),
    text: text('text').notNull().default(''),
    link: text('link').notNull().default(''),
    late: boolean('late').notNull(),
    submittedAt: moment('submitted_at').notNull().defaultNow(),
    marks: integer('marks'),
    comment: text('comment').notNull().default(''),
    markedAt: moment('marked_at'),
  },
  (table) => [
    unique('submissions_one_a_person').on(table.assignmentId, table.userId),
    index('submissions_of_user').on(table.userId),
    check('submissions_not_empty', sql`${table.text} <> '' or ${table.link} <> ''`),
    check('submissions_marks_not_negative', sql`${table.marks} >= 0`),
    check('submissions_marked_with_moment', sql`(${table.marks} is null) = (${table.markedAt} is null)`),
  ],
);

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
    index('payments_of_user').on(table.userId, table.paidAt.desc()),
    index('payments_of_class').on(table.classId, table.paidAt.desc()),
    index('payments_by_age').on(table.paidAt.desc(), table.id),
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
    index('enrollments_of_user').on(table.userId, table.enrolledAt.desc()),
    index('enrollments_of_class').on(table.classId),
    check('enrollments_paid_unless_free', sql`(${table.price} = 0) = (${table.paymentId} is null)`),
    check('enrollments_price_not_negative', sql`${table.price} >= 0`),
  ],
);

export const feedback = pgTable(
  'feedback',
  {
    id: id(),
    userId: personId('user_id'),
    classId: classId(),
    feedback: text('feedback').notNull(),
    rating: integer('rating').notNull(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('feedback_one_a_person').on(table.userId, table.classId),
    index('feedback_of_class').on(table.classId, table.updatedAt.desc()),
    index('feedback_by_age').on(table.updatedAt.desc(), table.id),
    check(
      'feedback_rating_in_range',
      sql`${table.rating} between ${sql.raw(String(RATING.min))} and ${sql.raw(String(RATING.max))}`,
    ),
    check('feedback_not_empty', sql`${table.feedback} <> ''`),
  ],
);
