import { sql } from 'drizzle-orm';
import { check, index, type PgColumn, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { REVIEW_STATUSES } from '../../../contract/review.ts';
import { USER_ROLES } from '../../../contract/users.ts';
import { createdAt, id, oneOf, timestamptz } from './columns.ts';
import { identityUsers } from './identity.ts';

/**
 * Users. The row of a deleted user stays because others refer to it (`deletedAt`), without a link to an identity, so that
 * nobody can sign in as them and the address can be registered again.
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
    deletedAt: timestamptz('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_email')
      .on(table.email)
      .where(sql`${table.deletedAt} is null`),
    index('users_by_age').on(table.createdAt, table.id),
    index('users_by_role').on(table.role),
    check('users_role_known', sql`${table.role} in (${oneOf(USER_ROLES)})`),
    check('users_email_in_lower_case', sql`${table.email} = lower(${table.email})`),
    check('users_deleted_without_identity', sql`${table.deletedAt} is null or ${table.identityId} is null`),
  ],
);

/** A column that refers to a user and is never null. */
export const userReference = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id);

/** The review of a class or a teacher request: its status, who decided and when, and the reason for a rejection. */
export const review = {
  status: text('status', { enum: REVIEW_STATUSES }).notNull().default('Pending'),
  reason: text('reason'),
  decidedAt: timestamptz('decided_at'),
  decidedBy: uuid('decided_by').references(() => users.id),
};

/** The constraints of a table with the columns of a review. */
export const reviewChecks = (
  table: string,
  { status, decidedAt }: { status: PgColumn; decidedAt: PgColumn },
) => [
  check(`${table}_status_known`, sql`${status} in (${oneOf(REVIEW_STATUSES)})`),
  check(`${table}_decided_when_not_pending`, sql`(${status} = 'Pending') = (${decidedAt} is null)`),
];

/** The moderation of what a user wrote: when and by whom it was hidden, and the reason, which its author sees. */
export const hidden = {
  hiddenAt: timestamptz('hidden_at'),
  hiddenBy: uuid('hidden_by').references(() => users.id),
  hiddenReason: text('hidden_reason'),
};

/** The constraint of a table with the columns of `hidden`. */
export const hiddenCheck = (table: string, columns: Record<keyof typeof hidden, PgColumn>) =>
  check(
    `${table}_hidden_with_reason`,
    sql`num_nulls(${columns.hiddenAt}, ${columns.hiddenBy}, ${columns.hiddenReason}) in (0, 3)`,
  );

export const teacherRequests = pgTable(
  'teacher_requests',
  {
    id: id(),
    userId: userReference('user_id'),
    name: text('name').notNull(),
    title: text('title').notNull(),
    image: text('image').notNull(),
    experience: text('experience').notNull(),
    category: text('category').notNull(),
    ...review,
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('teacher_requests_one_open')
      .on(table.userId)
      .where(sql`${table.status} = 'Pending'`),
    index('teacher_requests_of_user').on(table.userId, table.createdAt),
    index('teacher_requests_by_age').on(table.createdAt, table.id),
    ...reviewChecks('teacher_requests', table),
  ],
);
