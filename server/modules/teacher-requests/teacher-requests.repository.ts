import { and, desc, eq, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { TeacherRequestInput, TeacherRequestQuery } from '#contract/teacher-requests.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { identityUsers, teacherRequests, users } from '../../database/schema.ts';
import { teaches } from '../users/users.repository.ts';

const joinPerson = <Query extends PgSelect>(query: Query) =>
  query.innerJoin(users, eq(users.id, teacherRequests.userId));

const selectRequests = (db: Queryable) =>
  joinPerson(
    db
      .select({
        request: teacherRequests,
        person: { email: users.email, teaches },
        isConfirmed: identityUsers.emailVerified,
      })
      .from(teacherRequests)
      .$dynamic(),
  ).leftJoin(identityUsers, eq(identityUsers.id, users.identityId));

export type TeacherRequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

/** Creates a request. @returns its id, or undefined if the user already has a pending one */
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

/** Requests with their users, newest first by default. The search covers name, title and email address. */
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

/** A user's newest request. */
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

/** The user of a request. */
export const findApplicantId = async (trx: Transaction, id: string): Promise<string | undefined> => {
  const [row] = await trx
    .select({ userId: teacherRequests.userId })
    .from(teacherRequests)
    .where(eq(teacherRequests.id, id));
  return row?.userId;
};

/** Deletes all requests of a user. @returns the ids of the requests */
export const deleteRequestsOf = async (trx: Transaction, userId: string): Promise<string[]> => {
  const deleted = await trx
    .delete(teacherRequests)
    .where(eq(teacherRequests.userId, userId))
    .returning({ id: teacherRequests.id });
  return deleted.map(({ id }) => id);
};
