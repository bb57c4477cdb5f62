import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { RATING } from '../../../contract/feedback.ts';
import { classId } from './classes.ts';
import { createdAt, id, timestamptz } from './columns.ts';
import { hidden, hiddenCheck, userReference } from './users.ts';

export const feedback = pgTable(
  'feedback',
  {
    id: id(),
    userId: userReference('user_id'),
    classId: classId(),
    feedback: text('feedback').notNull(),
    rating: integer('rating').notNull(),
    createdAt: createdAt(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    ...hidden,
  },
  (table) => [
    hiddenCheck('feedback', table),
    unique('feedback_once_per_user').on(table.userId, table.classId),
    index('feedback_of_class').on(table.classId, table.updatedAt),
    index('feedback_by_age').on(table.updatedAt, table.id),
    index('feedback_hidden')
      .on(table.id)
      .where(sql`${table.hiddenAt} is not null`),
    check(
      'feedback_rating_in_range',
      sql`${table.rating} between ${sql.raw(String(RATING.min))} and ${sql.raw(String(RATING.max))}`,
    ),
    check('feedback_not_empty', sql`${table.feedback} <> ''`),
  ],
);

/** The replies of teachers to feedback on their classes. A trigger announces them like feedback. */
export const feedbackReplies = pgTable(
  'feedback_replies',
  {
    id: id(),
    feedbackId: uuid('feedback_id')
      .notNull()
      .references(() => feedback.id, { onDelete: 'cascade' }),
    userId: userReference('user_id'),
    text: text('text').notNull(),
    createdAt: createdAt(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('feedback_replies_once').on(table.feedbackId),
    index('feedback_replies_of_user').on(table.userId, table.createdAt),
    check('feedback_replies_not_empty', sql`${table.text} <> ''`),
  ],
);
