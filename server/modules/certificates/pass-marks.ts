import { type SQL, sql } from 'drizzle-orm';
import { certificates } from '../../database/schema.ts';
import { isValid } from './is-valid.ts';

/** The pass mark of an assignment, given its alias in SQL: the teacher’s, or half of the marks, rounded up. */
export const passMarksOf = (assignment: SQL): SQL<number> =>
  sql<number>`coalesce(${assignment}.pass_marks, (${assignment}.marks + 1) / 2)`;

/** SQL: the pass mark of a student's valid certificate of a class. Null if there is none, or if it needed no assignment. */
const certifiedPassMarks = (userId: string | SQL, classId: string | SQL): SQL => sql`(
  select k.pass_marks from ${certificates} k
   where k.user_id = ${userId} and k.class_id = ${classId} and ${isValid(sql`k`)})`;

/** SQL: the marks that a student needs. What was passed for a valid certificate stays passed, even if the pass mark rises. */
export const neededMarks = (
  passMarks: number | SQL<number>,
  userId: string | SQL,
  classId: string | SQL,
): SQL<number> => sql<number>`least(${passMarks}::int, ${certifiedPassMarks(userId, classId)})`;
