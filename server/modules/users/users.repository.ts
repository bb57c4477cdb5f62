import { and, eq, gt, isNull } from 'drizzle-orm';
import type { UserRole } from '#contract/users.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { identitySessions, identityUsers } from '../../database/identity-schema.ts';
import { users } from '../../database/schema.ts';
import type { Person } from '../../http/access.ts';

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

const findBySession = async (db: Queryable, identityId: string, sessionId: string) => {
  const [row] = await db
    .select({
      identity: identityUsers,
      user: { id: users.id, name: users.name, photo: users.photo, role: users.role },
    })
    .from(identitySessions)
    .innerJoin(identityUsers, eq(identityUsers.id, identitySessions.userId))
    .leftJoin(users, and(eq(users.identityId, identityUsers.id), isNull(users.deletedAt)))
    .where(
      and(
        eq(identitySessions.id, sessionId),
        eq(identitySessions.userId, identityId),
        gt(identitySessions.expiresAt, new Date()),
      ),
    );
  return row;
};

/**
 * The person behind a live session, with the role read now. An identity whose POST /users has not arrived
 * gets its record here; of several calls at once one makes it and all find it.
 */
export const findCaller = async (
  db: Queryable,
  identityId: string,
  sessionId: string,
): Promise<Person | undefined> => {
  let found = await findBySession(db, identityId, sessionId);
  if (found && !found.user) {
    const { email, name, image } = found.identity;
    await insertUser(db, { identityId, email, name, photo: image ?? '' });
    found = await findBySession(db, identityId, sessionId);
  }
  return found?.user ? { ...found.user, identityId, sessionId, email: found.identity.email } : undefined;
};

/** The role of a living user, or null for students and for addresses that nobody has. */
export const findRole = async (db: Queryable, email: string): Promise<UserRole | null> => {
  const [row] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return row?.role ?? null;
};

/** The id of a living user. */
export const findUserId = async (db: Queryable, email: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return row?.id;
};

/** Takes over the name and photo that a person gave the identity provider. */
export const changeProfile = async (
  db: Queryable,
  { identityId, name, photo }: { identityId: string; name: string; photo: string },
): Promise<void> => {
  await db.update(users).set({ name, photo }).where(eq(users.identityId, identityId));
};

/** Makes a living student a teacher; an admin stays an admin. */
export const makeTeacher = async (trx: Transaction, id: string): Promise<void> => {
  await trx
    .update(users)
    .set({ role: 'teacher' })
    .where(and(eq(users.id, id), isNull(users.role), isNull(users.deletedAt)));
};
