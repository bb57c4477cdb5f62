import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { classes, isPublished } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { requireOwnClass } from './own-class.ts';

/**
 * Pauses enrollment in a published class of a teacher. What was promised before is kept: an open payment intent can be
 * paid, and a seat that is reserved for a student of the waiting list can be taken.
 * @returns how many were changed: none if it is already paused
 * @throws ApiError `not_found`, `forbidden`, or `not_published`
 */
export const pauseClass = async (db: Database, teacher: CurrentUser, id: string): Promise<number> => {
  await requireOwnClass(db, teacher, id);
  const paused = await db
    .update(classes)
    .set({ pausedAt: sql`now()` })
    .where(and(eq(classes.id, id), isPublished(classes), isNull(classes.pausedAt)))
    .returning({ id: classes.id });
  if (paused.length > 0) return paused.length;
  if ((await db.$count(classes, and(eq(classes.id, id), isNotNull(classes.pausedAt)))) > 0) return 0;
  throw new ApiError('not_published', 'This class is not published');
};

/**
 * Resumes enrollment in a class of a teacher.
 * @returns how many were changed: none if it is not paused
 * @throws ApiError `not_found` or `forbidden`
 */
export const resumeClass = async (db: Database, teacher: CurrentUser, id: string): Promise<number> => {
  await requireOwnClass(db, teacher, id);
  const resumed = await db
    .update(classes)
    .set({ pausedAt: null })
    .where(and(eq(classes.id, id), isNotNull(classes.pausedAt)))
    .returning({ id: classes.id });
  return resumed.length;
};
