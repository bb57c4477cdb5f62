import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { ClassChangeQuery } from '#contract/class-changes.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { classChanges, classes, isPublished, users } from '../../database/schema.ts';

/** What a change would change. `price` is in minor units; null: it stays. */
export interface ProposedTexts {
  title: string | null;
  price: number | null;
  description: string | null;
}

/** Without a parameter, so that every plan can use the partial indexes. */
const waits = sql`${classChanges.status} = 'Pending'`;

const joinClass = <Query extends PgSelect>(query: Query) =>
  query
    .innerJoin(classes, eq(classes.id, classChanges.classId))
    .innerJoin(users, eq(users.id, classes.teacherId));

const selectChanges = (db: Queryable) =>
  joinClass(
    db
      .select({
        change: classChanges,
        current: { title: classes.title, price: classes.price, description: classes.description },
        teacher: { name: users.name, email: users.email },
      })
      .from(classChanges)
      .$dynamic(),
  );

export type ClassChangeRow = Awaited<ReturnType<typeof selectChanges>>[number];

const SORTS: Record<NonNullable<ClassChangeQuery['sort']>, Order> = {
  ...byAge(classChanges.updatedAt),
  ...bothWays({ title: sql`lower(${classes.title})`, name: sql`lower(${users.name})` }),
};

/** The changes to published classes that wait for review, oldest first unless sorted. The search covers class and teacher. */
export const listWaitingChanges = (
  db: Queryable,
  { q, sort = 'oldest' }: ClassChangeQuery,
): List<ClassChangeRow> =>
  createList({
    db,
    id: classChanges.id,
    order: SORTS[sort],
    matching: and(
      waits,
      isPublished(classes),
      containing(q, classes.title, classChanges.title, users.name, users.email),
    ),
    rows: () => selectChanges(db),
    select: (columns) => joinClass(db.select(columns).from(classChanges).$dynamic()),
    idOf: ({ change }) => change.id,
  });

/** The last change that was proposed to a class. */
export const findLastChange = async (db: Queryable, classId: string): Promise<ClassChangeRow | undefined> => {
  const [row] = await selectChanges(db)
    .where(eq(classChanges.classId, classId))
    .orderBy(desc(classChanges.createdAt), desc(classChanges.id))
    .limit(1);
  return row;
};

/** Whether a class of a list has a change that waits. */
export const hasWaitingChange: SQL<boolean> = sql<boolean>`exists (
  select from ${classChanges} where ${classChanges.classId} = ${classes.id} and ${waits})`;

/** The class that a change belongs to, and who teaches it. */
export const findClassOfChange = async (db: Queryable, id: string) => {
  const [row] = await db
    .select({ id: classes.id, teacherId: classes.teacherId })
    .from(classChanges)
    .innerJoin(classes, eq(classes.id, classChanges.classId))
    .where(eq(classChanges.id, id));
  return row;
};

export const findChange = async (trx: Transaction, id: string) => {
  const [row] = await trx.select().from(classChanges).where(eq(classChanges.id, id));
  return row;
};

/**
 * Proposes a change, instead of the one that waits. Its version grows only if there is something new for admins to look at.
 * @param isNewBase whether what is published has changed at the same time
 */
export const proposeChange = async (
  trx: Transaction,
  classId: string,
  texts: ProposedTexts,
  isNewBase: boolean,
): Promise<void> => {
  const isSame = sql`(${classChanges.title}, ${classChanges.price}, ${classChanges.description})
    is not distinct from (excluded.title, excluded.price, excluded.description)`;
  await trx
    .insert(classChanges)
    .values({ classId, ...texts })
    .onConflictDoUpdate({
      target: classChanges.classId,
      targetWhere: waits,
      set: { ...texts, version: sql`${classChanges.version} + 1`, updatedAt: sql`now()` },
      setWhere: isNewBase ? undefined : sql`not (${isSame})`,
    });
};

/** Takes back the change to a class that waits. @returns whether there was one */
export const deleteWaitingChange = async (trx: Transaction, classId: string): Promise<boolean> => {
  const deleted = await trx
    .delete(classChanges)
    .where(and(eq(classChanges.classId, classId), waits))
    .returning({ id: classChanges.id });
  return deleted.length > 0;
};

/** Deletes every change that a teacher has proposed: what was never published is theirs. */
export const deleteChangesOf = async (trx: Transaction, teacherId: string): Promise<void> => {
  const own = trx.select({ id: classes.id }).from(classes).where(eq(classes.teacherId, teacherId));
  await trx.delete(classChanges).where(inArray(classChanges.classId, own));
};
