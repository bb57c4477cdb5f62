import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { MAX_SAVED_CLASSES } from '#contract/saved-classes.ts';
import { lockInTransaction } from '../../database/advisory-lock.ts';
import type { Database, Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge } from '../../database/paging.ts';
import { classes, enrollments, isPublished, savedClasses } from '../../database/schema.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import {
  type ClassRow,
  classColumns,
  findPublishedClass,
  joinClassDetails,
} from '../classes/classes.repository.ts';

const isSavedBy = (userId: string, classId: string) =>
  and(eq(savedClasses.userId, userId), eq(savedClasses.classId, classId));

/** The saved classes that a user can still buy: published ones that they neither teach nor are enrolled in. */
const isOpenTo = (userId: string) =>
  and(
    eq(savedClasses.userId, userId),
    isPublished(classes),
    ne(classes.teacherId, userId),
    sql`not exists (
      select from ${enrollments} where ${enrollments.classId} = ${classes.id} and ${enrollments.userId} = ${userId})`,
  );

const joinSaved = <Query extends PgSelect>(query: Query) =>
  query.innerJoin(savedClasses, eq(savedClasses.classId, classes.id));

/** The published classes that a user has saved and neither teaches nor is enrolled in, last saved first. */
export const listSavedClasses = (db: Queryable, userId: string): List<ClassRow> =>
  createList({
    db,
    id: classes.id,
    order: byAge(savedClasses.savedAt).newest,
    matching: isOpenTo(userId),
    rows: () => joinSaved(joinClassDetails(db.select(classColumns).from(classes).$dynamic())),
    select: (columns) => joinSaved(db.select(columns).from(classes).$dynamic()),
    idOf: (row) => row.class.id,
  });

/** Whether a user has saved a class. */
export const isSaved = async (db: Queryable, userId: string, classId: string): Promise<boolean> =>
  (await db.$count(savedClasses, isSavedBy(userId, classId))) > 0;

/**
 * Saves a published class for a user. It is idempotent.
 * @throws ApiError `not_found`, or `limit_reached` if the user has saved too many classes
 */
export const saveClass = (db: Database, userId: string, classId: string): Promise<void> =>
  db.transaction(async (trx) => {
    await lockInTransaction(trx, `saved classes ${userId}`);
    if (await isSaved(trx, userId, classId)) return;
    if (!(await findPublishedClass(trx, classId))) throw notFound('The class');
    const [row] = await joinSaved(trx.select({ number: count() }).from(classes).$dynamic()).where(
      isOpenTo(userId),
    );
    if (row!.number >= MAX_SAVED_CLASSES)
      throw new ApiError('limit_reached', `You can save ${MAX_SAVED_CLASSES} classes. Remove one first.`);
    await trx.insert(savedClasses).values({ userId, classId });
  });

/** @returns 1 if the user had saved the class, 0 if not */
export const removeSavedClass = async (db: Queryable, userId: string, classId: string): Promise<number> => {
  const removed = await db
    .delete(savedClasses)
    .where(isSavedBy(userId, classId))
    .returning({ id: savedClasses.id });
  return removed.length;
};

/** Deletes what a user has saved. */
export const deleteSavedClassesOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(savedClasses).where(eq(savedClasses.userId, userId));
};
