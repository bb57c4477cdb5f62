import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { UserQuery } from '#contract/users.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { identityUsers, teacherRequests, users } from '../../database/schema.ts';

/**
 * Teachers, and admins who were teachers before they were promoted. The tables are named because drizzle
 * leaves them out of a query of one table, and the inner `id` would be meant.
 */
export const teaches = sql<boolean>`case ${users.role} when 'teacher' then true when 'admin' then exists (
  select from ${teacherRequests} r where r.user_id = ${users}.id and r.status = 'approve'
) else false end`;

const active = isNull(users.deletedAt);

interface NewUser {
  identityId: string;
  email: string;
  name: string;
  photo: string;
}

/** @returns the new user's id, or undefined where the identity or the address has a user already */
export const insertUser = async (db: Queryable, user: NewUser): Promise<string | undefined> => {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return row?.id;
};

/** The user of an identity, whose record is made if there is none yet. @returns the user's id */
export const ensureUser = async (trx: Transaction, user: NewUser): Promise<string> =>
  (await insertUser(trx, user)) ?? (await findUserId(trx, user.email))!;

/** Fills in a name or photo that the record lacks; what it has stays. */
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

/** Takes over the name, photo and email address that a person gave the identity provider. */
export const changeProfile = async (
  db: Queryable,
  { identityId, ...profile }: { identityId: string; name: string; photo: string; email: string },
): Promise<void> => {
  await db.update(users).set(profile).where(eq(users.identityId, identityId));
};

/** Makes an active student a teacher; an admin stays an admin. */
export const makeTeacher = async (trx: Transaction, id: string): Promise<void> => {
  await trx
    .update(users)
    .set({ role: 'teacher' })
    .where(and(eq(users.id, id), isNull(users.role), active));
};

/** What an active user may do: their role, and whether they teach. Nothing for addresses that nobody has. */
export const findStanding = async (db: Queryable, email: string) => {
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
    .select({ ...getTableColumns(users), hasSecondFactor: identityUsers.twoFactorEnabled })
    .from(users)
    .leftJoin(identityUsers, eq(identityUsers.id, users.identityId))
    .$dynamic();

/** A user with whether they log in with a second factor; null where nobody can log in as them. */
export type ListedUser = Awaited<ReturnType<typeof selectUsers>>[number];

/** Active users: newest first unless sorted. */
export const listUsers = (db: Queryable, { role, q, sort = 'newest' }: UserQuery): List<ListedUser> =>
  createList({
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
    form: q ? undefined : { name: `users ${role} ${sort}`, values: {} },
  });

/** The ids of all admins, who stay admins until the transaction ends. */
export const lockAdmins = async (trx: Transaction): Promise<string[]> => {
  const rows = await trx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), active))
    .orderBy(asc(users.id))
    // Other transactions may refer to an admin meanwhile, as the audit trail does: it would be a deadlock otherwise.
    .for('no key update');
  return rows.map(({ id }) => id);
};

/**
 * Has the deletion of a user wait until the transaction ends, or waits for it. A transaction that changes a row of the
 * user and refers to them afterwards, as a notification does, calls it first: the deletion locks the user before the row.
 */
export const keepUser = async (trx: Transaction, id: string): Promise<void> => {
  await trx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share');
};

/** An active user, who stays as they are until the transaction ends. */
export const lockUser = async (trx: Transaction, id: string): Promise<UserRow | undefined> => {
  const [row] = await trx
    .select()
    .from(users)
    .where(and(eq(users.id, id), active))
    .for('update');
  return row;
};

export const makeAdmin = async (trx: Transaction, id: string): Promise<void> => {
  await trx.update(users).set({ role: 'admin' }).where(eq(users.id, id));
};

/** An admin whose request to teach was approved goes on teaching. */
export const endAdminRole = async (trx: Transaction, id: string): Promise<void> => {
  await trx
    .update(users)
    .set({ role: sql`case when ${teaches} then 'teacher' end` })
    .where(and(eq(users.id, id), eq(users.role, 'admin')));
};

/** What a deleted user is called wherever something still refers to them. */
export const DELETED_USER = 'Deleted user';

/** The row stays for what refers to it; nobody can sign in as it, and the address is free again. */
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

/** Whether somebody's account has not been deleted. */
export const isActive = async (db: Queryable, id: string): Promise<boolean> => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), active));
  return rows.length > 0;
};
