import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { ClassChangeQuery } from '#contract/class-changes.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { classChanges, classes, isPublished, users } from '../../database/schema.ts';

/** The fields that a change proposes. Null fields stay unchanged. `price` is in minor units. */
export interface ProposedTexts {
  title: string | null;
  price: number | null;
  description: string | null;
}

/** The status is not a parameter, so that every plan can use the partial indexes. */
const isPending = sql`${classChanges.status} = 'Pending'`;

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

/** The changes to published classes that await review, oldest first by default. The search covers class and teacher. */
export const listPendingChanges = (
  db: Queryable,
  { q, sort = 'oldest' }: ClassChangeQuery,
): List<ClassChangeRow> =>
  createList({
    db,
    id: classChanges.id,
    order: SORTS[sort],
    matching: and(
      isPending,
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

/** A change that awaits review or was rejected. */
export interface OpenChange {
  status: 'Pending' | 'rejected';
  reason: string | null;
}

/**
 * The last change to a class of a list, as a subquery. Null if there is none, it was approved, or the teacher has edited
 * the class since it was rejected.
 */
export const openChange: SQL<OpenChange | null> = sql<OpenChange | null>`(
  select case when last.status <> 'approve' and not last.outdated
              then json_build_object('status', last.status, 'reason', last.reason) end
    from (select status, reason, outdated from ${classChanges} where class_id = ${classes.id}
           order by created_at desc, id desc limit 1) last)`;

/** The class of a change, and its teacher. */
export const findClassOfChange = async (db: Queryable, id: string) => {
  const [row] = await db
    .select({ id: classes.id, teacherId: classes.teacherId })
    .from(classChanges)
    .innerJoin(classes, eq(classes.id, classChanges.classId))
    .where(eq(classChanges.id, id));
  return row;
};

/** Finds a change in any status. Undefined if there is none. */
export const findChange = async (trx: Transaction, id: string) => {
  const [row] = await trx.select().from(classChanges).where(eq(classChanges.id, id));
  return row;
};

/**
 * Proposes a change, which replaces the one that awaits review. Its version only grows if there is something new for
 * admins to review.
 * @param isNewBase whether the published class has changed at the same time
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
      targetWhere: isPending,
      set: { ...texts, version: sql`${classChanges.version} + 1`, updatedAt: sql`now()` },
      setWhere: isNewBase ? undefined : sql`not (${isSame})`,
    });
};

/** Notes that the teacher has edited a class since changes to it were rejected. */
export const outdateRejectedChanges = async (trx: Transaction, classId: string): Promise<void> => {
  await trx
    .update(classChanges)
    .set({ outdated: true })
    .where(
      and(
        eq(classChanges.classId, classId),
        eq(classChanges.status, 'rejected'),
        eq(classChanges.outdated, false),
      ),
    );
};

/** Deletes the change to a class that awaits review. @returns whether there was one */
export const deletePendingChange = async (trx: Transaction, classId: string): Promise<boolean> => {
  const deleted = await trx
    .delete(classChanges)
    .where(and(eq(classChanges.classId, classId), isPending))
    .returning({ id: classChanges.id });
  return deleted.length > 0;
};

/** Deletes every change that a teacher has proposed, because unpublished texts are the teacher's own. */
export const deleteChangesOf = async (trx: Transaction, teacherId: string): Promise<void> => {
  const own = trx.select({ id: classes.id }).from(classes).where(eq(classes.teacherId, teacherId));
  await trx.delete(classChanges).where(inArray(classChanges.classId, own));
};
