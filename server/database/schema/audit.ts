import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { AUDIT_ACTIONS } from '../../../contract/audit.ts';
import { timestamptz } from './columns.ts';
import { users } from './users.ts';

/** The audit trail. It is append-only, except that the names of deleted users are removed. */
export const auditTrail = pgTable(
  'audit_trail',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Null for an operator on the command line. */
    actorId: uuid('actor_id').references(() => users.id),
    action: text('action', { enum: AUDIT_ACTIONS }).notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    /**
     * The author of a question, an answer or feedback, whom the name contains. They may delete it before their account. Not
     * a reference, so that a decision does not wait for the deletion of the author.
     */
    aboutUserId: uuid('about_user_id'),
    /** The subject's name at that time, because names change. */
    subjectName: text('subject_name').notNull().default(''),
    details: jsonb('details').$type<{ reason?: string }>().notNull().default({}),
    happenedAt: timestamptz('happened_at').notNull().defaultNow(),
  },
  (table) => [
    index('audit_trail_by_age').on(table.happenedAt, table.id),
    index('audit_trail_of_subject').on(table.subjectType, table.subjectId),
    index('audit_trail_about_user')
      .on(table.aboutUserId)
      .where(sql`${table.aboutUserId} is not null`),
  ],
);
