import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { UserQuery } from '#contract/users.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { type Effects, listFormOf } from '../../database/list-form.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { identityUsers, teacherRequests, users } from '../../database/schema.ts';
import { DELETED_USER } from '../../database/shown-user.ts';
import { ApiError } from '../../http/api-error.ts';

/**
 * Whether a user teaches: teachers, and admins who were teachers before they were promoted. The tables are named
 * because Drizzle leaves the names out of a query of one table, so that `id` would refer to the inner one.
 */
export const teaches = sql<boolean>`case ${users.role} when 'teacher' then true when 'admin' then exists (
  select from ${teacherRequests} r where r.user_id = ${users}.id and r.status = 'approve'
) else false end`;

const active = isNull(users.deletedAt);

export interface NewUser {
  identityId: string;
  email: string;
  name: string;
  photo: string;
}

/** Creates a user. @returns the new user's id, or undefined if the identity or the address already has a user */
export const insertUser = async (db: Queryable, user: NewUser): Promise<string | undefined> => {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return row?.id;
};

/**
 * Finds the user of an identity, or creates it. @returns the user's id
 * @throws ApiError `email_taken` if the address is that of another identity's user, who must not be mistaken for this one
 */
export const ensureUser = async (trx: Transaction, user: NewUser): Promise<string> => {
  const insertedId = await insertUser(trx, user);
  if (insertedId) return insertedId;
  const [own] = await trx.select({ id: users.id }).from(users).where(eq(users.identityId, user.identityId));
  if (!own) throw new ApiError('email_taken', `Another user is on record with the address ${user.email}`);
  return own.id;
};

/** Sets a name or photo that the record lacks. Existing values stay unchanged. */
export const fillInUser = async (
  db: Queryable,
  identityId: string,
  given: { name?: string; photo?: string },
): Promise<void> => {
  if (given.name) {
    await db
      .update(users)
      .set({ name: given.name })
      .where(and(eq(users.identityId, identityId), eq(users.name, '')));
  }
  if (given.photo) {
    await db
      .update(users)
      .set({ photo: given.photo })
      .where(and(eq(users.identityId, identityId), eq(users.photo, '')));
  }
};

/** The id of an active user. */
export const findUserId = async (db: Queryable, email: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), active));
  return row?.id;
};

/**
 * Copies a changed email address, in the transaction that changes it at the identity provider. A trigger copies a changed
 * name and photo.
 */
export const changeAddress = async (
  trx: Transaction,
  { identityId, email }: { identityId: string; email: string },
): Promise<void> => {
  await trx.update(users).set({ email }).where(eq(users.identityId, identityId));
};

/** Makes an active student a teacher; an admin stays an admin. */
export const makeTeacher = async (trx: Transaction, id: string): Promise<void> => {
  await trx
    .update(users)
    .set({ role: 'teacher' })
    .where(and(eq(users.id, id), isNull(users.role), active));
};

/** The role of the active user with an address, and whether they teach. The role is null if there is no such user. */
export const findRoleByEmail = async (db: Queryable, email: string) => {
  const [row] = await db
    .select({ role: users.role, teaches })
    .from(users)
    .where(and(eq(users.email, email), active));
  return row ?? { role: null, teaches: false };
};

const SORTS: Record<NonNullable<UserQuery['sort']>, Order> = {
  newest: byAge(users.createdAt).newest,
  ...bothWays({
    name: sql`lower(${users.name})`,
    email: users.email,
    role: sql`coalesce(${users.role}, 'student')`,
  }),
};

export type UserRow = typeof users.$inferSelect;

const selectUsers = (db: Queryable) =>
  db
    .select({
      ...getTableColumns(users),
      hasSecondFactor: identityUsers.twoFactorEnabled,
      isConfirmed: identityUsers.emailVerified,
    })
    .from(users)
    .leftJoin(identityUsers, eq(identityUsers.id, users.identityId))
    .$dynamic();

/**
 * A user with whether they use two-factor authentication and have confirmed their address. Both are null if nobody can
 * sign in as them.
 */
export type ListedUser = Awaited<ReturnType<typeof selectUsers>>[number];

const EFFECTS: Effects<UserQuery> = {
  role: 'named',
  sort: 'named',
  q: 'unprepared',
  page: 'paging',
  limit: 'paging',
};

/** Active users, newest first by default. */
export const listUsers = (db: Queryable, filter: UserQuery): List<ListedUser> => {
  const { role, q, sort = 'newest' } = filter;
  return createList({
    db,
    id: users.id,
    order: SORTS[sort],
    matching: and(
      active,
      role === 'student' ? isNull(users.role) : role && eq(users.role, role),
      containing(q, users.name, users.email),
    ),
    rows: () => selectUsers(db),
    select: (columns) => db.select(columns).from(users).$dynamic(),
    idOf: ({ id }) => id,
    form: listFormOf('users', filter, EFFECTS),
  });
};

/** The ids of all admins, who stay admins until the transaction ends. */
export const lockAdmins = async (trx: Transaction): Promise<string[]> => {
  const rows = await trx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), active))
    .orderBy(asc(users.id))
    // Other transactions, such as those that write to the audit trail, may refer to an admin meanwhile. A stronger lock
    // would deadlock with them.
    .for('no key update');
  return rows.map(({ id }) => id);
};

/**
 * Locks a user against deletion until the transaction ends, or waits for a deletion in progress. Call it first in a
 * transaction that changes a row of the user and refers to them afterwards, as a notification does, because the
 * deletion locks the user before the row.
 */
export const lockAgainstDeletion = async (trx: Transaction, id: string): Promise<void> => {
  await trx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share');
};

/**
 * Locks the identity of a user until the transaction ends. Call it first in a transaction that locks the user and then
 * changes the identity: a change of the profile locks the identity before a trigger changes the user.
 */
export const lockIdentityOf = async (trx: Transaction, id: string): Promise<void> => {
  const identityId = trx.select({ id: users.identityId }).from(users).where(eq(users.id, id));
  await trx
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(eq(identityUsers.id, identityId))
    .for('update');
};

/** Finds an active user and locks the row until the transaction ends. */
export const lockUser = async (trx: Transaction, id: string): Promise<UserRow | undefined> => {
  const [row] = await trx
    .select()
    .from(users)
    .where(and(eq(users.id, id), active))
    .for('update');
  return row;
};

/** Gives a user the role of an admin. */
export const makeAdmin = async (trx: Transaction, id: string): Promise<void> => {
  await trx.update(users).set({ role: 'admin' }).where(eq(users.id, id));
};

/** Revokes the role of an admin. One whose request to teach was approved becomes a teacher, any other a student. */
export const endAdminRole = async (trx: Transaction, id: string): Promise<void> => {
  await trx
    .update(users)
    .set({ role: sql`case when ${teaches} then 'teacher' end` })
    .where(and(eq(users.id, id), eq(users.role, 'admin')));
};

/**
 * Marks a user as deleted. The row stays for what refers to it, but nobody can sign in as the user, and the address can
 * be registered again.
 */
export const markDeleted = async (
  trx: Transaction,
  id: string,
  { keepsName }: { keepsName: boolean },
): Promise<void> => {
  await trx
    .update(users)
    .set({
      deletedAt: sql`now()`,
      identityId: null,
      photo: '',
      ...(!keepsName && { name: DELETED_USER, email: '' }),
    })
    .where(eq(users.id, id));
};

/** The role of an active user. It is null for students, and if there is no such user. */
export const findRole = async (db: Queryable, id: string) => {
  const [row] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, id), active));
  return row?.role ?? null;
};

/** Whether a user's account has not been deleted. */
export const isActive = async (db: Queryable, id: string): Promise<boolean> => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), active));
  return rows.length > 0;
};
