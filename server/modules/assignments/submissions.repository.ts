import { and, count, eq, gt, isNotNull, isNull, lt, min, or, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { type SubmissionQuery, MARKS, MAX_UNGRADED_CLASSES } from '#contract/assignments.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { assignments, classes, enrollments, submissions, users } from '../../database/schema.ts';
import { isTaught } from '../classes/classes.repository.ts';
import { filesOfSubmission } from './submission-files.repository.ts';

const joinStudent = <Query extends PgSelect>(query: Query) =>
  query
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .innerJoin(users, eq(users.id, submissions.userId));

const selectSubmissions = (db: Queryable) =>
  joinStudent(
    db
      .select({
        submission: submissions,
        student: { name: users.name, image: users.photo },
        files: filesOfSubmission,
      })
      .from(submissions)
      .$dynamic(),
  );

export type SubmissionRow = Awaited<ReturnType<typeof selectSubmissions>>[number];

interface NewSubmission {
  assignmentId: string;
  userId: string;
  text: string;
  link: string;
  fileCount: number;
  late: boolean;
}

/**
 * Stores a submission. It replaces an earlier one that did not pass, whose marks and comment are kept beside it, and one
 * that is not graded unless this one is late.
 * @param passMarks the marks that an earlier submission needed to pass
 * @returns its id, or undefined if it was not stored because of an earlier one
 */
export const upsertSubmission = async (
  trx: Transaction,
  { assignmentId, userId, ...content }: NewSubmission,
  passMarks: SQL<number>,
): Promise<string | undefined> => {
  const failed = lt(submissions.marks, passMarks);
  const [stored] = await trx
    .insert(submissions)
    .values({ assignmentId, userId, ...content })
    .onConflictDoUpdate({
      target: [submissions.assignmentId, submissions.userId],
      set: {
        ...content,
        submittedAt: sql`now()`,
        marks: null,
        comment: '',
        markedAt: null,
        earlierMarks: sql`coalesce(${submissions.marks}, ${submissions.earlierMarks})`,
        earlierComment: sql`case when ${submissions.marks} is null then ${submissions.earlierComment} else ${submissions.comment} end`,
      },
      setWhere: content.late ? failed : or(isNull(submissions.marks), failed),
    })
    .returning({ id: submissions.id });
  return stored?.id;
};

/** A student's submission for a class's assignment. */
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

/** The sort value of ungraded submissions: above the highest marks. */
const UNMARKED = sql.raw(String(MARKS.max + 1));

const SORTS: Record<NonNullable<SubmissionQuery['sort']>, Order> = {
  ...byAge(submissions.submittedAt),
  ...bothWays({
    name: sql`lower(${users.name})`,
    marks: sql`coalesce(${submissions.marks}, ${UNMARKED})`,
  }),
};

/** Whether who submitted it is still enrolled. The work of others is kept in case they come back, but nobody waits for it. */
const isByStudent = sql`exists (
  select from ${enrollments}
   where ${enrollments.userId} = ${submissions.userId} and ${enrollments.classId} = ${assignments.classId})`;

/** All submissions of a class's students, newest first by default. */
export const listSubmissions = (
  db: Queryable,
  classId: string,
  { marked, q, sort = 'newest' }: SubmissionQuery,
): List<SubmissionRow> =>
  createList({
    db,
    id: submissions.id,
    order: SORTS[sort],
    matching: and(
      eq(assignments.classId, classId),
      isByStudent,
      marked && (marked === 'yes' ? isNotNull(submissions.marks) : isNull(submissions.marks)),
      containing(q, users.name),
    ),
    rows: () => selectSubmissions(db),
    select: (columns) => joinStudent(db.select(columns).from(submissions).$dynamic()),
    idOf: ({ submission }) => submission.id,
  });

export interface UngradedRow {
  id: string;
  title: string;
  count: number;
  oldest: Date;
}

/** A teacher's classes with submissions to grade, ordered by their oldest one; at most {@link MAX_UNGRADED_CLASSES}. */
export const listUngradedClasses = async (db: Queryable, teacherId: string): Promise<UngradedRow[]> => {
  const waiting = db
    .select({ count: count().as('count'), oldest: min(submissions.submittedAt).as('oldest') })
    .from(submissions)
    .where(and(eq(submissions.assignmentId, assignments.id), isNull(submissions.marks), isByStudent))
    .as('waiting');
  return db
    .select({
      id: classes.id,
      title: classes.title,
      count: waiting.count,
      // It is null only for a class without submissions to grade.
      oldest: sql<Date>`${waiting.oldest}`.mapWith(submissions.submittedAt),
    })
    .from(classes)
    .innerJoin(assignments, eq(assignments.classId, classes.id))
    .innerJoinLateral(waiting, gt(waiting.count, 0))
    .where(and(eq(classes.teacherId, teacherId), isTaught))
    .orderBy(waiting.oldest)
    .limit(MAX_UNGRADED_CLASSES);
};

/** A submission's student and class. */
export const findSubmission = async (db: Queryable, id: string) => {
  const [row] = await db
    .select({ userId: submissions.userId, classId: assignments.classId })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .where(eq(submissions.id, id));
  return row;
};

/** The submission that matches, if there is one. It is neither replaced nor graded by others until the transaction ends. */
const lockMatching = async (
  trx: Transaction,
  matching: SQL | undefined,
): Promise<SubmissionRow | undefined> => {
  const [locked] = await trx.select({ id: submissions.id }).from(submissions).where(matching).for('update');
  if (!locked) return undefined;
  const [row] = await selectSubmissions(trx).where(eq(submissions.id, locked.id));
  return row;
};

/** A submission, as `lockMatching`. */
export const lockSubmission = (trx: Transaction, id: string): Promise<SubmissionRow | undefined> =>
  lockMatching(trx, eq(submissions.id, id));

/** A student's submission for an assignment, as `lockMatching`. */
export const lockOwnSubmission = (
  trx: Transaction,
  assignmentId: string,
  userId: string,
): Promise<SubmissionRow | undefined> =>
  lockMatching(trx, and(eq(submissions.assignmentId, assignmentId), eq(submissions.userId, userId)));

/** Grades a submission. */
export const storeGrade = async (
  trx: Transaction,
  id: string,
  { marks, comment }: { marks: number; comment: string },
): Promise<void> => {
  await trx
    .update(submissions)
    .set({ marks, comment, markedAt: sql`now()` })
    .where(eq(submissions.id, id));
};

/** Counts a class's enrollments and assignments, and the submissions and graded submissions of its students. */
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
    .leftJoin(submissions, and(eq(submissions.assignmentId, assignments.id), isByStudent))
    .where(eq(classes.id, classId))
    .groupBy(classes.id);
  return row!;
};

/** Deletes all submissions of a user. @returns their ids */
export const deleteSubmissionsOf = async (trx: Transaction, userId: string): Promise<string[]> => {
  const rows = await trx
    .delete(submissions)
    .where(eq(submissions.userId, userId))
    .returning({ id: submissions.id });
  return rows.map(({ id }) => id);
};
