import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { EMAIL_TOPICS, NOTIFICATION_KINDS } from '../../../contract/notifications.ts';
import { createdAt, id, oneOf, timestamptz } from './columns.ts';
import { users } from './users.ts';

/**
 * The delivery of a notification by email. `none`: there is no email. `waiting`: not in the queue yet. `queued`: a job
 * of the queue, with the row's id. `collected`: waits for the daily digest of sales, or for the end of corrections.
 * `sent`, `skipped` (the user is gone, does not want it or has not confirmed the address, events have overtaken it, there was
 * no mail server for days, or an admin dismissed it) and `failed` are final; an admin can retry `failed`.
 */
export const EMAIL_STATES = ['none', 'waiting', 'queued', 'collected', 'sent', 'skipped', 'failed'] as const;

/** Kinds whose subject is the id of what a user wrote or replied to, and whose facts quote it or name its author. */
export const NAMING_AUTHORS = [
  'announcement',
  'submission received',
  'new question',
  'new answer',
  'new feedback',
  'feedback reply',
] as const;

/** Kinds that are deleted together with their subject. An invitation contains the address of somebody without an account. */
const DELETED_WITH_SUBJECT = [...NAMING_AUTHORS, 'invitation'] as const;

/**
 * The outbox: what users are notified of, written in the transaction that causes it. A row is a notification in the
 * product (`listed`), an email, or both.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    /** Null: an email to `address` alone. */
    userId: uuid('user_id').references(() => users.id),
    kind: text('kind', { enum: NOTIFICATION_KINDS }).notNull(),
    /** What it is about. Each user has at most one notification of a kind and subject. */
    subject: text('subject').notNull(),
    /** The facts at that time, from which the texts are written. */
    data: jsonb('data').notNull().default({}),
    /** Whether it is shown in the product. */
    listed: boolean('listed').notNull().default(true),
    readAt: timestamptz('read_at'),
    email: text('email', { enum: EMAIL_STATES }).notNull().default('waiting'),
    /**
     * The recipient. Null: the user's address at the time of delivery. A contact message goes to the contact address of that
     * time instead, which then replaces this one.
     */
    address: text('address'),
    attempts: integer('attempts').notNull().default(0),
    /** Why the last attempt failed, in the words of the mail server. */
    failure: text('failure'),
    sentAt: timestamptz('sent_at'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('notifications_once').on(table.userId, table.kind, table.subject),
    index('notifications_of_user').on(table.userId, table.createdAt, table.id),
    index('notifications_unread')
      .on(table.userId)
      .where(sql`${table.readAt} is null and ${table.listed}`),
    index('notifications_underway')
      .on(table.createdAt)
      .where(sql`${table.email} in ('waiting', 'queued', 'collected')`),
    index('notifications_failed')
      .on(table.createdAt, table.id)
      .where(sql`${table.email} = 'failed'`),
    index('notifications_about')
      .on(table.subject)
      .where(sql`${table.kind} in (${oneOf(DELETED_WITH_SUBJECT)})`),
    check('notifications_kind_known', sql`${table.kind} in (${oneOf(NOTIFICATION_KINDS)})`),
    check('notifications_email_known', sql`${table.email} in (${oneOf(EMAIL_STATES)})`),
    check('notifications_to_somebody', sql`${table.userId} is not null or ${table.address} is not null`),
    check('notifications_sent_with_moment', sql`(${table.email} = 'sent') = (${table.sentAt} is not null)`),
  ],
);

/** The topics for which a user has turned emails off. Without a row, all emails are on. */
export const emailPreferences = pgTable('email_preferences', {
  /** The user's id. */
  id: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  muted: text('muted', { enum: EMAIL_TOPICS }).array().notNull(),
});
