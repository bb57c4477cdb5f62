import { and, eq, max, ne, sql } from 'drizzle-orm';
import type { AssignmentInput } from '#contract/assignments.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { assignments, submissions } from '../../database/schema.ts';

/** Days are counted in UTC: a due date ends when its day does there. */
const isOver = sql<boolean>`(now() at time zone 'utc')::date > ${assignments.dueDate}`;

/** A class's assignment, and whether its deadline has passed. */
export const findAssignment = async (db: Queryable, classId: string) => {
  const [row] = await db
    .select({ id: assignments.id, marks: assignments.marks, isOver })
    .from(assignments)
    .where(eq(assignments.classId, classId));
  return row;
};

/** Sets or replaces a class's assignment, which nobody else changes until the transaction ends. @returns its id */
export const upsertAssignment = async (
  trx: Transaction,
  classId: string,
  { title, description, marks, date }: AssignmentInput,
): Promise<string> => {
  const values = { title, description, marks, dueDate: date };
  const [row] = await trx
    .insert(assignments)
    .values({ classId, ...values })
    .onConflictDoUpdate({ target: assignments.classId, set: { ...values, updatedAt: sql`now()` } })
    .returning({ id: assignments.id });
  return row!.id;
};

/** The most marks that a student was given, or null. */
export const findHighestMarks = async (trx: Transaction, assignmentId: string): Promise<number | null> => {
  const [row] = await trx
    .select({ highest: max(submissions.marks) })
    .from(submissions)
    .where(eq(submissions.assignmentId, assignmentId));
  return row?.highest ?? null;
};

/** Measures submissions against a new deadline. */
export const measureLateness = async (
  trx: Transaction,
  assignmentId: string,
  date: string,
): Promise<void> => {
  const late = sql<boolean>`((${submissions.submittedAt} at time zone 'utc')::date > ${date}::date)`;
  await trx
    .update(submissions)
    .set({ late })
    .where(and(eq(submissions.assignmentId, assignmentId), ne(submissions.late, late)));
};
