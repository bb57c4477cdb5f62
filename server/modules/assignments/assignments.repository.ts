import { isDeepStrictEqual } from 'node:util';
import { and, eq, max, ne, sql } from 'drizzle-orm';
import type { AssignmentInput } from '#contract/assignments.ts';
import { DEFAULT_TIME_ZONE, endOfDay } from '#contract/deadline.ts';
import type { Transaction } from '../../database/client.ts';
import { isGraded } from '../../database/is-graded.ts';
import { assignments, submissions } from '../../database/schema.ts';
import { notFound } from '../../http/api-error.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { presentAssignment } from '../classes/classes.presenter.ts';

const isOver = sql<boolean>`now() >= ${assignments.dueAt}`;

/**
 * A class's assignment, whether its deadline has passed, and whether its submissions are graded. It does not change until the
 * transaction ends, so that its marks and its deadline hold for what the transaction stores.
 */
export const lockAssignment = async (trx: Transaction, classId: string) => {
  const [row] = await trx
    .select({
      id: assignments.id,
      marks: assignments.marks,
      passMarks: assignments.passMarks,
      isOver,
      isGraded: isGraded(sql`${assignments.classId}`),
    })
    .from(assignments)
    .where(eq(assignments.classId, classId))
    .for('share');
  return row;
};

/** What a teacher sets of an assignment, as columns. */
const columnsOf = ({
  title,
  description,
  marks,
  passMarks,
  date,
  timeZone = DEFAULT_TIME_ZONE,
}: AssignmentInput) => ({
  title,
  description,
  marks,
  passMarks: passMarks ?? null,
  dueDate: date,
  timeZone,
  dueAt: endOfDay(date, timeZone),
});

/** Adds the assignment of a class. @returns its id, or undefined if the class already has one */
export const insertAssignment = async (
  trx: Transaction,
  classId: string,
  input: AssignmentInput,
): Promise<string | undefined> => {
  const [row] = await trx
    .insert(assignments)
    .values({ classId, ...columnsOf(input) })
    .onConflictDoNothing()
    .returning({ id: assignments.id });
  return row?.id;
};

/**
 * Replaces the assignment of a class, and locks it until the transaction ends. A repeat changes nothing.
 * @returns its id, and the deadline that it had before
 * @throws ApiError `edit_conflict` with the stored assignment if it is not the one of `version`, or `not_found` if the
 *   class has just been deleted
 */
export const replaceAssignment = async (
  trx: Transaction,
  classId: string,
  { version, ...input }: AssignmentInput,
): Promise<{ id: string; previousDueAt: Date }> => {
  const columns = columnsOf(input);
  const [current] = await trx
    .select()
    .from(assignments)
    .where(eq(assignments.classId, classId))
    .for('no key update');
  if (!current) throw notFound('The class');
  const { id, version: stored, dueAt: previousDueAt } = current;
  if (isDeepStrictEqual({ ...current, ...columns }, current)) return { id, previousDueAt };
  if (version !== undefined && version !== stored) throw editConflict(presentAssignment(current));
  await trx
    .update(assignments)
    .set({ ...columns, version: stored + 1, updatedAt: sql`now()` })
    .where(eq(assignments.id, id));
  return { id, previousDueAt };
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
