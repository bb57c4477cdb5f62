import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge } from '../../database/paging.ts';
import { classes, waitingList } from '../../database/schema.ts';

export interface PlaceInLine {
  /** Null if the user is not waiting, or a seat is kept for them. */
  position: number | null;
  keptUntil: Date | null;
}

const isEntry = (userId: string, classId: string) =>
  and(eq(waitingList.userId, userId), eq(waitingList.classId, classId));
/** Whether an offer has expired. It counts as gone even before the next round removes it. */
export const isOver = lte(waitingList.keptUntil, sql`now()`);

/**
 * The position of an entry among those without an offer, counted from 1. Null if it has an offer. The table is named
 * because Drizzle leaves the name out of a query of one table.
 */
const position: SQL<number | null> = sql<number | null>`case when ${waitingList}.kept_until is null then (
  select count(*)::int from ${waitingList} o where o.class_id = ${waitingList}.class_id and o.kept_until is null
     and o.number <= ${waitingList}.number) end`;

/** A user's place on the waiting list of a class; undefined if they are not on it. */
export const findPlace = async (
  db: Queryable,
  userId: string,
  classId: string,
): Promise<PlaceInLine | undefined> => {
  const [row] = await db
    .select({ position, keptUntil: waitingList.keptUntil, isOver: sql<boolean | null>`${isOver}` })
    .from(waitingList)
    .where(isEntry(userId, classId));
  return row && !row.isOver ? row : undefined;
};

/**
 * Adds a user to the end of the line. The caller has locked the class, so that the numbers are in chronological order.
 */
export const addEntry = async (trx: Transaction, userId: string, classId: string): Promise<void> => {
  await trx.delete(waitingList).where(and(isEntry(userId, classId), isOver));
  await trx.insert(waitingList).values({ userId, classId }).onConflictDoNothing();
};

/** Removes a user from the line of a class, which the caller has locked. @returns how many entries they had */
export const removeEntry = async (trx: Transaction, userId: string, classId: string): Promise<number> => {
  const { rowCount } = await trx.delete(waitingList).where(isEntry(userId, classId));
  return rowCount ?? 0;
};

const selectEntries = (db: Queryable) =>
  db
    .select({
      id: waitingList.id,
      classId: waitingList.classId,
      title: classes.title,
      joinedAt: waitingList.createdAt,
      position,
      keptUntil: waitingList.keptUntil,
    })
    .from(waitingList)
    .innerJoin(classes, eq(classes.id, waitingList.classId))
    .$dynamic();

export type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

/** The waiting lists that a user is on, newest first. */
export const listEntries = (db: Queryable, userId: string): List<EntryRow> =>
  createList({
    db,
    id: waitingList.id,
    order: byAge(waitingList.createdAt).newest,
    matching: and(eq(waitingList.userId, userId), sql`(${isOver}) is not true`),
    rows: () => selectEntries(db),
    select: (columns) =>
      db.select(columns).from(waitingList).innerJoin(classes, eq(classes.id, waitingList.classId)).$dynamic(),
    idOf: ({ id }) => id,
  });
