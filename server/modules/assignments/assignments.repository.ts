import { and, eq, max, ne, sql } from 'drizzle-orm';
import type { AssignmentInput } from '#contract/assignments.ts';
import { DEFAULT_TIME_ZONE, endOfDay } from '#contract/deadline.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { assignments, submissions } from '../../database/schema.ts';

const isOver = sql<boolean>`now() >= ${assignments.dueAt}`;

/** A class's assignment, and whether its deadline has passed. */
export const findAssignment = async (db: Queryable, classId: string) => {
  const [row] = await db
    .select({ id: assignments.id, marks: assignments.marks, isOver })
    .from(assignments)
    .where(eq(assignments.classId, classId));
  return row;
};

/** Creates or replaces a class's assignment and locks its row until the transaction ends. */
export const upsertAssignment = async (
  trx: Transaction,
  classId: string,
  { title, description, marks, passMarks, date, timeZone = DEFAULT_TIME_ZONE }: AssignmentInput,
): Promise<{ id: string; isNew: boolean }> => {
  const dueAt = endOfDay(date, timeZone);
  const values = { title, description, marks, passMarks: passMarks ?? null, dueDate: date, timeZone, dueAt };
  const [row] = await trx
    .insert(assignments)
    .values({ classId, ...values })
    .onConflictDoUpdate({ target: assignments.classId, set: { ...values, updatedAt: sql`now()` } })
    // `xmax` is not 0 for a row that the insert has updated, because this transaction has locked it.
    .returning({ id: assignments.id, isNew: sql<boolean>`xmax = 0` });
  return row!;
};

/** The highest marks given for an assignment, or null if none were. */
export const findHighestMarks = async (trx: Transaction, assignmentId: string): Promise<number | null> => {
  const [row] = await trx
    .select({ highest: max(submissions.marks) })
    .from(submissions)
    .where(eq(submissions.assignmentId, assignmentId));
  return row?.highest ?? null;
};

/** Applies a new deadline to existing submissions. */
export const updateLateness = async (trx: Transaction, assignmentId: string): Promise<void> => {
  const late = sql<boolean>`(${submissions.submittedAt} >= (select ${assignments.dueAt} from ${assignments} where ${assignments.id} = ${assignmentId}))`;
  await trx
    .update(submissions)
    .set({ late })
    .where(and(eq(submissions.assignmentId, assignmentId), ne(submissions.late, late)));
};
