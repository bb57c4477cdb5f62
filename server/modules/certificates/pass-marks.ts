import { type SQL, sql } from 'drizzle-orm';

/** The pass mark of an assignment, given its alias in SQL: the teacher’s, or half of the marks, rounded up. */
export const passMarksOf = (assignment: SQL): SQL<number> =>
  sql<number>`coalesce(${assignment}.pass_marks, (${assignment}.marks + 1) / 2)`;
