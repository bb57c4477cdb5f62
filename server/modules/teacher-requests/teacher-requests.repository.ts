import { and, desc, eq, sql } from 'drizzle-orm';
import type { TeacherRequestInput } from '#contract/teacher-requests.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { teacherRequests, users } from '../../database/schema.ts';

const selectRequests = (db: Queryable) =>
  db
    .select({ request: teacherRequests, person: { email: users.email, role: users.role } })
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

/** All requests, newest first. */
export const listRequests = (db: Queryable): Promise<TeacherRequestRow[]> =>
  selectRequests(db).orderBy(desc(teacherRequests.createdAt), desc(teacherRequests.id));

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

/** Decides on a pending request. @returns whose it is, or undefined where it is not pending */
export const decideRequest = async (
  trx: Transaction,
  id: string,
  decision: { status: 'approve' | 'rejected'; decidedBy: string; reason?: string },
): Promise<string | undefined> => {
  const [row] = await trx
    .update(teacherRequests)
    .set({ ...decision, decidedAt: sql`now()` })
    .where(and(eq(teacherRequests.id, id), eq(teacherRequests.status, 'Pending')))
    .returning({ userId: teacherRequests.userId });
  return row?.userId;
};
