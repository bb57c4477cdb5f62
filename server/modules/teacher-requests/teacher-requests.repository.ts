import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { TeacherRequestInput, TeacherRequestQuery } from '#contract/teacher-requests.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { bothWays, byAge, containing, type Page, readPage } from '../../database/paging.ts';
import { teacherRequests, users } from '../../database/schema.ts';
import { teaches } from '../users/users.repository.ts';

const selectRequests = (db: Queryable) =>
  db
    .select({ request: teacherRequests, person: { email: users.email, teaches } })
    .from(teacherRequests)
    .innerJoin(users, eq(users.id, teacherRequests.userId));

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

const SORTS: Record<NonNullable<TeacherRequestQuery['sort']>, SQL[]> = {
  newest: byAge(teacherRequests.createdAt, teacherRequests.id).newest,
  ...bothWays(
    {
      name: sql`lower(${teacherRequests.name})`,
      title: sql`lower(${teacherRequests.title})`,
      experience: teacherRequests.experience,
      category: teacherRequests.category,
      status: teacherRequests.status,
    },
    teacherRequests.id,
  ),
};

/** Newest first unless sorted. */
export const listRequests = (db: Queryable, query: TeacherRequestQuery): Promise<Page<TeacherRequestRow>> => {
  const { status, q, sort = 'newest', ...page } = query;
  const matching = and(
    status && eq(teacherRequests.status, status),
    containing(q, teacherRequests.name, teacherRequests.title, users.email),
  );
  return readPage(
    selectRequests(db)
      .where(matching)
      .orderBy(...SORTS[sort])
      .$dynamic(),
    db
      .select({ total: count() })
      .from(teacherRequests)
      .innerJoin(users, eq(users.id, teacherRequests.userId))
      .where(matching),
    page,
  );
};

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

/** Forgets what a person asked for. */
export const deleteRequestsOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(teacherRequests).where(eq(teacherRequests.userId, userId));
};
