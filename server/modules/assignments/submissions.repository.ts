import { and, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { SubmissionQuery } from '#contract/assignments.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { bothWays, byAge, containing, type Page, readPage } from '../../database/paging.ts';
import { assignments, classes, submissions, users } from '../../database/schema.ts';

const selectSubmissions = (db: Queryable) =>
  db
    .select({ submission: submissions, student: { name: users.name, image: users.photo } })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .innerJoin(users, eq(users.id, submissions.userId));

export type SubmissionRow = Awaited<ReturnType<typeof selectSubmissions>>[number];

/**
 * Hands in, in place of what the person handed in before.
 * @returns whether it was taken: not in place of what is marked
 */
export const upsertSubmission = async (
  db: Queryable,
  { assignmentId, userId, ...content }: Required<NewSubmission>,
): Promise<boolean> => {
  const taken = await db
    .insert(submissions)
    .values({ assignmentId, userId, ...content })
    .onConflictDoUpdate({
      target: [submissions.assignmentId, submissions.userId],
      set: { ...content, submittedAt: sql`now()` },
      setWhere: isNull(submissions.marks),
    })
    .returning({ id: submissions.id });
  return taken.length > 0;
};

interface NewSubmission {
  assignmentId: string;
  userId: string;
  text: string;
  link: string;
  late: boolean;
}

/** What a person handed in for a class. */
export const findSubmissionOf = async (
  db: Queryable,
  userId: string,
  classId: string,
): Promise<SubmissionRow | undefined> => {
  const [row] = await selectSubmissions(db).where(
    and(eq(assignments.classId, classId), eq(submissions.userId, userId)),
  );
  return row;
};

const SORTS: Record<NonNullable<SubmissionQuery['sort']>, SQL[]> = {
  ...byAge(submissions.submittedAt, submissions.id),
  ...bothWays({ name: sql`lower(${users.name})`, marks: submissions.marks }, submissions.id),
};

/** All that was handed in for a class: newest first unless sorted. */
export const listSubmissions = (
  db: Queryable,
  classId: string,
  { marked, q, sort = 'newest', ...page }: SubmissionQuery,
): Promise<Page<SubmissionRow>> => {
  const matching = and(
    eq(assignments.classId, classId),
    marked && (marked === 'yes' ? isNotNull(submissions.marks) : isNull(submissions.marks)),
    containing(q, users.name),
  );
  return readPage(
    selectSubmissions(db)
      .where(matching)
      .orderBy(...SORTS[sort])
      .$dynamic(),
    db
      .select({ total: count() })
      .from(submissions)
      .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
      .innerJoin(users, eq(users.id, submissions.userId))
      .where(matching),
    page,
  );
};

/** A submission's class, and the marks that its assignment gives at most. */
export const findSubmission = async (db: Queryable, id: string) => {
  const [row] = await db
    .select({ classId: assignments.classId, marks: assignments.marks })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .where(eq(submissions.id, id));
  return row;
};

export const markSubmission = async (
  db: Queryable,
  id: string,
  { marks, comment }: { marks: number; comment: string },
): Promise<void> => {
  await db
    .update(submissions)
    .set({ marks, comment, markedAt: sql`now()` })
    .where(eq(submissions.id, id));
};

/** How a class's work stands. */
export const countProgress = async (db: Queryable, classId: string) => {
  const [row] = await db
    .select({
      enrollments: classes.enroll,
      assignments: sql<number>`count(distinct ${assignments.id})::int`,
      submissions: count(submissions.id),
      marked: count(submissions.marks),
    })
    .from(classes)
    .leftJoin(assignments, eq(assignments.classId, classes.id))
    .leftJoin(submissions, eq(submissions.assignmentId, assignments.id))
    .where(eq(classes.id, classId))
    .groupBy(classes.id);
  return row!;
};

/** Forgets all that a person handed in. */
export const deleteSubmissionsOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(submissions).where(eq(submissions.userId, userId));
};
