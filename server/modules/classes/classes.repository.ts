import {
  and,
  eq,
  gt,
  isNotNull,
  isNull,
  not,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { assignments, classTotals, classes, enrollments, isPublished, users } from '../../database/schema.ts';
import { shownUser } from '../../database/shown-user.ts';
import type { CurrentUser } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { deleteChangesOf, deletePendingChange, type OpenChange } from './changes.repository.ts';
import { endWaitingLists, hasUntakenSeats, seatsLeft } from './seats.ts';

export type ClassViewer = Pick<CurrentUser, 'id' | 'role'> | undefined;

/** The columns of a class with the seats left and those of its teacher and its assignment that responses need. */
export const classColumns = {
  class: classes,
  seatsLeft,
  hasUntakenSeats,
  teacher: { name: shownUser.name, email: shownUser.email },
  assignment: assignments,
};

export type ClassRow = {
  class: typeof classes.$inferSelect;
  seatsLeft: number | null;
  hasUntakenSeats: boolean | null;
  teacher: { name: string; email: string };
  assignment: typeof assignments.$inferSelect | null;
  /** Only in the lists of its teacher. */
  openChange?: OpenChange | null;
};

/** Joins the teacher of each class. */
export const joinTeacher = <Query extends PgSelect>(query: Query) =>
  query.innerJoin(users, eq(users.id, classes.teacherId));
const joinAssignment = <Query extends PgSelect>(query: Query) =>
  query.leftJoin(assignments, eq(assignments.classId, classes.id));

/** Joins the tables of `classColumns` to a query of classes. */
export const joinClassDetails = <Query extends PgSelect>(query: Query) => joinAssignment(joinTeacher(query));

/** Whether a class is listed. A class that its teacher has deleted is only in the lists of its students. */
export const isListed = isNull(classes.hiddenAt);

/**
 * Whether the teacher of a class still teaches it: also one that they have deleted, while active users are enrolled in
 * it.
 */
export const isTaught = or(isListed, gt(classes.enroll, classes.vacated))!;

/** Whether a class has been submitted for review at least once. Only its teacher may know of a draft. */
export const isSubmittedIn = ({ status }: { status: SQLWrapper }): SQL => sql`${status} <> 'Draft'`;
export const isSubmitted = isSubmittedIn(classes);

/** Whether a user, or a visitor, may know that a class exists. */
export const isKnownTo = (userId: string | Placeholder | undefined): SQL =>
  userId === undefined ? isSubmitted : or(isSubmitted, eq(classes.teacherId, userId))!;

/**
 * The classes in a viewer's lists, none of which is a draft: approved ones for everyone, a teacher's own in every other
 * status, and all for admins.
 */
export const listedFor = (
  viewer: (Pick<CurrentUser, 'role'> & { id: string | Placeholder }) | undefined,
): SQL | undefined => {
  if (viewer?.role === 'admin') return and(isListed, isSubmitted);
  if (!viewer) return isPublished(classes);
  return or(isPublished(classes), and(isListed, isSubmitted, eq(classes.teacherId, viewer.id)));
};

/**
 * The classes that a viewer may open: listed ones, and those that they are enrolled in or teach. The conditions have
 * the placeholder `viewerId`; `name` distinguishes the queries of different viewers.
 */
export const openFor = (viewer: ClassViewer) => {
  const byViewer = sql.placeholder('viewerId');
  const enrolled = viewer
    ? sql<boolean>`exists (select from ${enrollments} where ${enrollments.classId} = ${classes.id} and ${enrollments.userId} = ${byViewer})`
    : sql<boolean>`false`;
  return {
    enrolled,
    isOpen: or(
      listedFor(viewer && { ...viewer, id: byViewer }),
      enrolled,
      viewer && and(isTaught, eq(classes.teacherId, byViewer)),
    ),
    name: viewer ? (viewer.role === 'admin' ? 'an admin' : 'a user') : 'a visitor',
  };
};

/** A class that the viewer may open. */
export const findClass = async (
  db: Queryable,
  viewer: ClassViewer,
  id: string,
): Promise<(ClassRow & { enrolled: boolean }) | undefined> => {
  const { enrolled, isOpen, name } = openFor(viewer);
  const query = () =>
    joinClassDetails(
      db
        .select({ ...classColumns, enrolled })
        .from(classes)
        .$dynamic(),
    ).where(and(eq(classes.id, sql.placeholder('id')), isOpen));
  const [row] = await prepareOnce(db, `class for ${name}`, query)({ id, viewerId: viewer?.id });
  return row;
};

/** The numbers of published classes and of their enrollments. */
export const readTotals = async (db: Queryable) => {
  const [row] = await db
    .select({
      classes: sql<number>`coalesce(sum(${classTotals.classes}), 0)::int`,
      enrollments: sql<number>`coalesce(sum(${classTotals.enrollments}), 0)::int`,
    })
    .from(classTotals);
  return row!;
};

/** Merges the counts of closed connections into one row, so that there are always few rows to add up. */
export const foldTotals = async (db: Queryable): Promise<void> => {
  await db.execute(sql`
    with folded as (delete from ${classTotals} returning classes, enrollments)
    insert into ${classTotals} (connection, classes, enrollments)
    select 0, sum(classes), sum(enrollments) from folded having count(*) > 0`);
};

const findWith = async (db: Queryable, userId: string, id: string, condition: SQL) => {
  const [row] = await db
    .select({ id: classes.id, title: classes.title, teacherId: classes.teacherId, status: classes.status })
    .from(classes)
    .where(and(eq(classes.id, id), condition, isKnownTo(userId)));
  return row;
};

/** The teacher and the status of a listed class of which a user may know. */
export const findListedClass = (db: Queryable, userId: string, id: string) =>
  findWith(db, userId, id, isListed);

/** The same of a class that is still taught. */
export const findTaughtClass = (db: Queryable, userId: string, id: string) =>
  findWith(db, userId, id, isTaught);

/** A published class: approved and not hidden. `price` is in minor units. */
export const findPublishedClass = async (db: Queryable, id: string) => {
  const [row] = await db
    .select({
      id: classes.id,
      title: classes.title,
      price: classes.price,
      teacherId: classes.teacherId,
      seats: classes.seats,
    })
    .from(classes)
    .where(and(eq(classes.id, id), isPublished(classes)));
  return row;
};

/** Whether a class exists, published or not. */
export const classExists = async (db: Queryable, id: string): Promise<boolean> => {
  const rows = await db.select({ id: classes.id }).from(classes).where(eq(classes.id, id));
  return rows.length > 0;
};

/** Requires a class of which a user may know, published or not. @throws ApiError `not_found` */
export const requireKnownClass = async (db: Queryable, userId: string, id: string): Promise<void> => {
  if ((await db.$count(classes, and(eq(classes.id, id), isKnownTo(userId)))) === 0)
    throw notFound('The class');
};

/**
 * Locks a listed class of a teacher until the transaction ends. Every decision locks the class first, too.
 * @param strength `update` for a class that may be deleted, because a lock that is raised later can deadlock
 */
export const lockOwnClass = async (
  trx: Transaction,
  teacherId: string,
  id: string,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<ClassRow['class'] | undefined> => {
  const [own] = await trx
    .select()
    .from(classes)
    .where(and(eq(classes.id, id), isListedOf(teacherId)))
    .for(strength);
  return own;
};

/** Whether a class is published. If so, it stays published until the transaction ends. */
export const lockPublishedClass = async (trx: Transaction, id: string): Promise<boolean> => {
  const rows = await trx
    .select({ id: classes.id })
    .from(classes)
    .where(and(eq(classes.id, id), isPublished(classes)))
    .for('no key update');
  return rows.length > 0;
};

/** The query of a class if it is published. It locks the class, which stays published until the transaction ends. */
export const lockingPublishedClass = (id: string): SQL =>
  sql`select ${classes.id}, ${classes.seats} from ${classes} where ${classes.id} = ${id} and ${isPublished(classes)} for no key update`;

/** The statement that increments the enrollment count of classes, given the query of their ids. */
export const incrementingEnroll = (ids: SQL): SQL =>
  sql`update ${classes} set enroll = enroll + 1 where ${classes.id} in ${ids}`;

/** The listed classes of a teacher. */
export const isListedOf = (teacherId: string) => and(eq(classes.teacherId, teacherId), isListed);
const wasPublished = or(eq(classes.status, 'approve'), isNotNull(classes.withdrawnAt))!;

/**
 * Removes a class of a teacher from every list. A class that was ever published is kept for its students and the books;
 * any other is deleted.
 * @returns its title and its status, or undefined if there is no such class
 */
export const removeClass = async (
  trx: Transaction,
  teacherId: string,
  id: string,
): Promise<Pick<ClassRow['class'], 'title' | 'status'> | undefined> => {
  // Otherwise an approval between the two statements would let neither of them find the class.
  if (!(await lockOwnClass(trx, teacherId, id, 'update'))) return undefined;
  const isSelected = eq(classes.id, id);
  const removed = { title: classes.title, status: classes.status };
  const [hidden] = await trx
    .update(classes)
    .set({ hiddenAt: sql`now()` })
    .where(and(isSelected, wasPublished))
    .returning(removed);
  if (hidden) {
    await deletePendingChange(trx, id);
    await endWaitingLists(trx, teacherId);
  }
  const [deleted] = await trx
    .delete(classes)
    .where(and(isSelected, not(wasPublished)))
    .returning(removed);
  return hidden ?? deleted;
};

/** Removes all classes of a teacher in the same way, and deletes the changes that they proposed. */
export const removeClassesOf = async (trx: Transaction, teacherId: string): Promise<void> => {
  await trx
    .update(classes)
    .set({ hiddenAt: sql`now()` })
    .where(and(isListedOf(teacherId), wasPublished));
  await trx.delete(classes).where(and(isListedOf(teacherId), not(wasPublished)));
  await deleteChangesOf(trx, teacherId);
  await endWaitingLists(trx, teacherId);
};

/** Changes the enrollment counts, in the transaction that adds or removes an enrollment. */
export const changeEnroll = async (
  trx: Transaction,
  { classId, userId }: { classId: string; userId: string },
  by: 1 | -1,
): Promise<void> => {
  const isDeleted = sql`exists (select from ${users} u where u.id = ${userId} and u.deleted_at is not null)`;
  await trx
    .update(classes)
    .set({
      enroll: sql`${classes.enroll} + ${by}::int`,
      vacated: sql`${classes.vacated} + case when ${isDeleted} then ${by}::int else 0 end`,
    })
    .where(eq(classes.id, classId));
};
