import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { MARKS } from '../../../contract/assignments.ts';
import { DEFAULT_TIME_ZONE } from '../../../contract/deadline.ts';
import { classes } from './classes.ts';
import { createdAt, id, timestamptz } from './columns.ts';
import { files } from './files.ts';
import { userReference } from './users.ts';

/** One assignment per class. `dueAt` is the end of the day `dueDate` in the teacher's time zone. */
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
    /** The pass mark. Null: half of the marks. */
    passMarks: integer('pass_marks'),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    timeZone: text('time_zone').notNull().default(DEFAULT_TIME_ZONE),
    dueAt: timestamptz('due_at').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'assignments_marks_in_range',
      sql`${table.marks} between ${sql.raw(String(MARKS.min))} and ${sql.raw(String(MARKS.max))}`,
    ),
    check('assignments_pass_marks_in_range', sql`${table.passMarks} between 0 and ${table.marks}`),
  ],
);

export const submissions = pgTable(
  'submissions',
  {
    id: id(),
    assignmentId: uuid('assignment_id')
      .notNull()
      .references(() => assignments.id),
    userId: userReference('user_id'),
    text: text('text').notNull().default(''),
    link: text('link').notNull().default(''),
    /** How many rows of `submission_files` belong to it. */
    fileCount: integer('file_count').notNull().default(0),
    late: boolean('late').notNull(),
    submittedAt: timestamptz('submitted_at').notNull().defaultNow(),
    marks: integer('marks'),
    comment: text('comment').notNull().default(''),
    markedAt: timestamptz('marked_at'),
    /** The marks of the attempt that did not pass, which this one replaced. */
    earlierMarks: integer('earlier_marks'),
    earlierComment: text('earlier_comment').notNull().default(''),
  },
  (table) => [
    unique('submissions_once_per_user').on(table.assignmentId, table.userId),
    index('submissions_of_user').on(table.userId),
    check('submissions_not_empty', sql`${table.text} <> '' or ${table.link} <> '' or ${table.fileCount} > 0`),
    check('submissions_marks_not_negative', sql`${table.marks} >= 0`),
    check('submissions_marked_with_moment', sql`(${table.marks} is null) = (${table.markedAt} is null)`),
  ],
);

/** The files of a submission, in the order in which the student gave them. */
export const submissionFiles = pgTable(
  'submission_files',
  {
    submissionId: uuid('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .primaryKey()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (table) => [index('files_of_submission').on(table.submissionId, table.position)],
);
