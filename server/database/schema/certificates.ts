import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { classId } from './classes.ts';
import { id, timestamptz } from './columns.ts';
import { userReference } from './users.ts';

/** Hexadecimal digits of a code: 96 random bits. */
const newCode = sql`upper(left(replace(gen_random_uuid()::text, '-', ''), 12) || left(replace(gen_random_uuid()::text, '-', ''), 12))`;

/**
 * Certificates: one per user and class. The facts are as of when it was earned. It is valid while `endedAt` and
 * `failedAt` are null.
 */
export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    /** The code by which anyone can verify it. */
    code: text('code').notNull().unique().default(newCode),
    userId: userReference('user_id'),
    classId: classId(),
    /** The title of the class. */
    title: text('title').notNull(),
    /** The number of published lessons, all of which were done. */
    lessons: integer('lessons').notNull(),
    /** The title of the assignment and its pass mark. Null: the class had no assignment. */
    assignment: text('assignment'),
    passMarks: integer('pass_marks'),
    issuedAt: timestamptz('issued_at').notNull().defaultNow(),
    /** When the enrollment ended. A trigger sets it, and clears it if the enrollment is restored. */
    endedAt: timestamptz('ended_at'),
    /** When the marks were corrected to fewer than the pass mark. */
    failedAt: timestamptz('failed_at'),
  },
  (table) => [
    unique('certificates_once_per_user').on(table.userId, table.classId),
    index('certificates_of_class').on(table.classId),
    check('certificates_for_something', sql`${table.lessons} > 0 or ${table.assignment} is not null`),
    check('certificates_passed_what', sql`(${table.assignment} is null) = (${table.passMarks} is null)`),
  ],
);
