import { and, eq, sql } from 'drizzle-orm';
import type { Learning, LessonProgressInput } from '#contract/lessons.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { enrollments, lessonProgress, lessons, sections } from '../../database/schema.ts';
import { learningOf } from '../enrollments/learning.ts';

/** The maximum latency of a request, as an interval of PostgreSQL. */
const LATENCY = '10 seconds';

export type ProgressRow = typeof lessonProgress.$inferSelect;

/**
 * Records the progress of a student in a published lesson of a class that they are enrolled in, by one statement.
 * Fields that are not given stay unchanged. A position is ignored if another one was reached later on another device.
 * @returns the progress, or undefined if there is no such lesson or the user is not enrolled
 */
export const saveProgress = async (
  db: Queryable,
  userId: string,
  lessonId: string,
  { isDone, position, age = 0 }: LessonProgressInput,
): Promise<ProgressRow | undefined> => {
  const doneAt = isDone ? sql`now()` : sql`null`;
  const reachedAt = sql`now() - make_interval(secs => ${age})`;
  // Requests take some time, so a position that was reached slightly earlier still replaces the stored one.
  const isOlder = sql`${reachedAt} < ${lessonProgress.positionAt} - ${LATENCY}::interval`;
  const allowed = db
    .select({
      id: sql<string>`gen_random_uuid()`.as('id'),
      userId: sql<string>`${userId}::uuid`.as('user_id'),
      lessonId: lessons.id,
      doneAt: sql<Date | null>`${doneAt}::timestamptz`.as('done_at'),
      position: sql<number>`${position ?? 0}::int`.as('position'),
      positionAt: sql<Date | null>`(${position === undefined ? null : reachedAt})::timestamptz`.as(
        'position_at',
      ),
      seenAt: sql<Date>`now()`.as('seen_at'),
    })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .innerJoin(enrollments, and(eq(enrollments.classId, sections.classId), eq(enrollments.userId, userId)))
    .where(and(eq(lessons.id, lessonId), eq(lessons.status, 'published')));
  const [row] = await db
    .insert(lessonProgress)
    .select(allowed)
    .onConflictDoUpdate({
      target: [lessonProgress.lessonId, lessonProgress.userId],
      set: {
        seenAt: sql`now()`,
        ...(position !== undefined && {
          position: sql`case when ${isOlder} then ${lessonProgress.position} else ${position}::int end`,
          positionAt: sql`greatest(${lessonProgress.positionAt}, ${reachedAt})`,
        }),
        // The time of the first completion counts.
        ...(isDone !== undefined && {
          doneAt: isDone ? sql`coalesce(${lessonProgress.doneAt}, now())` : null,
        }),
      },
    })
    .returning();
  return row;
};

/** The progress of a student in the published lessons of a class. */
export const listProgress = async (
  db: Queryable,
  userId: string,
  classId: string,
): Promise<ProgressRow[]> => {
  const rows = await db
    .select({ progress: lessonProgress })
    .from(lessonProgress)
    .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .where(
      and(eq(sections.classId, classId), eq(lessons.status, 'published'), eq(lessonProgress.userId, userId)),
    );
  return rows.map(({ progress }) => progress);
};

/** A student's progress in a class with the lesson to continue with. Null for a class without published lessons. */
export const readLearning = async (
  db: Queryable,
  userId: string,
  classId: string,
): Promise<Learning | null> => {
  const { rows } = await db.execute<{ learning: Learning | null }>(
    sql`select ${learningOf(sql`${userId}::uuid`, sql`${classId}::uuid`)} as learning`,
  );
  return rows[0]!.learning;
};

/** Deletes the progress of a user in all lessons. */
export const deleteProgressOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(lessonProgress).where(eq(lessonProgress.userId, userId));
};
