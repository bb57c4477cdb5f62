import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigserial,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from './columns.ts';
import { lessons } from './curriculum.ts';
import { hidden, hiddenCheck, userReference, users } from './users.ts';

const lessonId = () =>
  uuid('lesson_id')
    .notNull()
    .references(() => lessons.id, { onDelete: 'cascade' });

/**
 * Questions under lessons and their answers. An answer refers to its question. `number` is in chronological order. The
 * user is null if the account was deleted. `acceptedAt` is when the class's teacher accepted the answer.
 */
export const posts = pgTable(
  'posts',
  {
    id: id(),
    number: bigserial('number', { mode: 'number' }).notNull(),
    lessonId: lessonId(),
    questionId: uuid('question_id').references((): AnyPgColumn => posts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id),
    text: text('text').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    editedAt: timestamptz('edited_at'),
    acceptedAt: timestamptz('accepted_at'),
    ...hidden,
  },
  (table) => [
    index('questions_of_lesson')
      .on(table.lessonId, table.number)
      .where(sql`${table.questionId} is null`),
    index('answers_of_question').on(table.questionId, table.number),
    index('posts_of_lesson').on(table.lessonId),
    index('posts_of_user').on(table.userId, table.number),
    index('posts_hidden')
      .on(table.number)
      .where(sql`${table.hiddenAt} is not null`),
    uniqueIndex('posts_one_accepted')
      .on(table.questionId)
      .where(sql`${table.acceptedAt} is not null`),
    check('posts_not_empty', sql`${table.text} <> ''`),
    check('posts_answers_are_accepted', sql`${table.acceptedAt} is null or ${table.questionId} is not null`),
    hiddenCheck('posts', table),
  ],
);

/** Users' private notes on lessons. `version` counts the changes. */
export const lessonNotes = pgTable(
  'lesson_notes',
  {
    id: id(),
    lessonId: lessonId(),
    userId: userReference('user_id'),
    text: text('text').notNull(),
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('lesson_notes_once_per_user').on(table.lessonId, table.userId),
    index('lesson_notes_of_user').on(table.userId, table.updatedAt),
  ],
);
