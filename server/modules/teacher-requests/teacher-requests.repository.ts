import { and, desc, eq, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { TeacherRequestInput, TeacherRequestQuery } from '#contract/teacher-requests.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { teacherRequests, users } from '../../database/schema.ts';
import { teaches } from '../users/users.repository.ts';

const joinPerson = <Query extends PgSelect>(query: Query) =>
  query.innerJoin(users, eq(users.id, teacherRequests.userId));

const selectRequests = (db: Queryable) =>
  joinPerson(
    db
      .select({ request: teacherRequests, person: { email: users.email, teaches } })
      .from(teacherRequests)
      .$dynamic(),
  );

export type TeacherRequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

/** @returns the new request's id, or undefined while the person has an open one */
export const insertRequest = async (
  db: Queryable,
  userId: string,
  { name, title, image, experience, category }: TeacherRequestInput,
): Promise<string | undefined> => {
  const [row] = await db
    .insert(teacherRequests)
    .values({ userId, name, title, image, experience, category })
    .onConflictDoNothing()
    .returning({ id: teacherRequests.id });
  return row?.id;
};

const SORTS: Record<NonNullable<TeacherRequestQuery['sort']>, Order> = {
  newest: byAge(teacherRequests.createdAt).newest,
  ...bothWays({
    name: sql`lower(${teacherRequests.name})`,
    title: sql`lower(${teacherRequests.title})`,
    experience: teacherRequests.experience,
    category: teacherRequests.category,
    status: teacherRequests.status,
  }),
};

/** Newest first unless sorted. */
export const listRequests = (
  db: Queryable,
  { status, q, sort = 'newest' }: TeacherRequestQuery,
): List<TeacherRequestRow> =>
  createList({
    db,
    id: teacherRequests.id,
    order: SORTS[sort],
    matching: and(
      status && eq(teacherRequests.status, status),
      containing(q, teacherRequests.name, teacherRequests.title, users.email),
    ),
    rows: () => selectRequests(db),
    select: (columns) => joinPerson(db.select(columns).from(teacherRequests).$dynamic()),
    idOf: ({ request }) => request.id,
  });

/** A person's newest request. */
export const findLatestRequest = async (
  db: Queryable,
  userId: string,
): Promise<TeacherRequestRow | undefined> => {
  const [row] = await selectRequests(db)
    .where(eq(teacherRequests.userId, userId))
    .orderBy(desc(teacherRequests.createdAt), desc(teacherRequests.id))
    .limit(1);
  return row;
};

export const requestExists = async (db: Queryable, id: string): Promise<boolean> => {
  const [row] = await db
    .select({ id: teacherRequests.id })
    .from(teacherRequests)
    .where(eq(teacherRequests.id, id));
  return row !== undefined;
};

/** Decides on a pending request. @returns whose it is and under which name, or undefined where it is not pending */
export const decideRequest = async (
  trx: Transaction,
  id: string,
  decision: { status: 'approve' | 'rejected'; decidedBy: string; reason?: string },
): Promise<{ userId: string; name: string } | undefined> => {
  const [row] = await trx
    .update(teacherRequests)
    .set({ ...decision, decidedAt: sql`now()` })
    .where(and(eq(teacherRequests.id, id), eq(teacherRequests.status, 'Pending')))
    .returning({ userId: teacherRequests.userId, name: teacherRequests.name });
  return row;
};

/** Deletes what a person asked for. @returns the ids of their requests */
export const deleteRequestsOf = async (trx: Transaction, userId: string): Promise<string[]> => {
  const deleted = await trx
    .delete(teacherRequests)
    .where(eq(teacherRequests.userId, userId))
    .returning({ id: teacherRequests.id });
  return deleted.map(({ id }) => id);
};
