import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { OwnProgress, Learning, LessonProgressInput } from '#contract/lessons.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { LEARNING, placedLessons } from '../../database/learning.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { enrollments, lessonProgress, lessons, sections } from '../../database/schema.ts';

/** The maximum latency of a request, as an interval of PostgreSQL. */
const LATENCY = '10 seconds';

export type ProgressRow = typeof lessonProgress.$inferSelect;

/**
 * Records the progress of a student in a published lesson of a class that they are enrolled in, by one statement.
 * Fields that are not given stay unchanged. What is sent late counts from when it happened: it does not become the last
 * opened lesson, a position is ignored if another one was reached later on another device, and a lesson that was
 * completed later stays so.
 * @returns the progress, or undefined if there is no such lesson or the user is not enrolled
 */
export const saveProgress = async (
  db: Queryable,
  userId: string,
  lessonId: string,
  { isDone, position, age = 0 }: LessonProgressInput,
): Promise<ProgressRow | undefined> => {
  // A student's clock may be wrong. Nothing is reached before the enrollment.
  const reachedAt = sql`greatest(now() - make_interval(secs => ${age}), ${enrollments.enrolledAt})`;
  const doneAt = isDone ? reachedAt : sql`null`;
  /** The same for a row that exists. */
  const nowReachedAt = sql`excluded.seen_at`;
  // Requests take some time, so what happened slightly earlier still replaces what is stored.
  const isOlderThan = (column: PgColumn) => sql`${nowReachedAt} < ${column} - ${LATENCY}::interval`;
  const allowed = db
    .select({
      id: sql<string>`gen_random_uuid()`.as('id'),
      userId: sql<string>`${userId}::uuid`.as('user_id'),
      lessonId: lessons.id,
      doneAt: sql<Date | null>`(${doneAt})::timestamptz`.as('done_at'),
      position: sql<number>`${position ?? 0}::int`.as('position'),
      positionAt: sql<Date | null>`(${position === undefined ? null : reachedAt})::timestamptz`.as(
        'position_at',
      ),
      seenAt: sql<Date>`(${reachedAt})::timestamptz`.as('seen_at'),
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
        seenAt: sql`greatest(${lessonProgress.seenAt}, ${nowReachedAt})`,
        ...(position !== undefined && {
          position: sql`case when ${isOlderThan(lessonProgress.positionAt)} then ${lessonProgress.position} else ${position}::int end`,
          positionAt: sql`greatest(${lessonProgress.positionAt}, ${nowReachedAt})`,
        }),
        // The time of the first completion counts.
        ...(isDone !== undefined && {
          doneAt: isDone
            ? sql`coalesce(${lessonProgress.doneAt}, ${nowReachedAt})`
            : sql`case when ${isOlderThan(lessonProgress.doneAt)} then ${lessonProgress.doneAt} end`,
        }),
      },
    })
    .returning();
  return row;
};

/** The student's progress in the published lessons of a class, by one statement, in no order. */
export const readOwnProgress = async (
  db: Queryable,
  userId: string,
  classId: string,
): Promise<OwnProgress> => {
  const isStarted = sql`placed.seen_at is not null and (placed.done_at is null or placed.position > 0)`;
  const query = () =>
    db
      .select({
        done: sql<string[]>`coalesce(json_agg(placed.id) filter (where placed.done_at is not null), '[]')`,
        started: sql<OwnProgress['started']>`coalesce(
          json_agg(json_build_object('lessonId', placed.id, 'position', placed.position))
            filter (where ${isStarted}), '[]')`,
        learning: sql<Learning | null>`case when count(*) > 0 then ${LEARNING} end`,
      })
      .from(placedLessons(sql`${sql.placeholder('userId')}::uuid`, sql`${sql.placeholder('classId')}::uuid`));
  const [row] = await prepareOnce(db, 'progress in a class', query)({ userId, classId });
  return row!;
};

/** Deletes the progress of a user in all lessons. */
export const deleteProgressOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(lessonProgress).where(eq(lessonProgress.userId, userId));
};
