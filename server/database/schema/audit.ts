import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { AUDIT_ACTIONS } from '../../../contract/audit.ts';
import { users } from './people.ts';

/** Who decided what, and when. Rows are only ever added; the name of a deleted user is taken out of theirs. */
export const auditTrail = pgTable(
  'audit_trail',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Nobody: an operator on the command line. */
    actorId: uuid('actor_id').references(() => users.id),
    action: text('action', { enum: AUDIT_ACTIONS }).notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    /** What it was called at that moment: names change, and the deleted have none. */
    subjectName: text('subject_name').notNull().default(''),
    details: jsonb('details').$type<{ reason?: string }>().notNull().default({}),
    happenedAt: timestamp('happened_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    index('audit_trail_by_age').on(table.happenedAt, table.id),
    index('audit_trail_of_subject').on(table.subjectType, table.subjectId),
  ],
);
