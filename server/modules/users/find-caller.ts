import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { identitySessions, identityUsers, users } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { insertUser, teaches } from './users.repository.ts';

const findBySession = async (db: Queryable, identityId: string, sessionId: string) => {
  const [row] = await db
    .select({
      identity: identityUsers,
      secondFactorAt: identitySessions.secondFactorAt,
      user: { id: users.id, name: users.name, photo: users.photo, role: users.role, teaches },
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
): Promise<(CurrentUser & { hasSecondFactor: boolean; passedSecondFactor: boolean }) | undefined> => {
  let found = await findBySession(db, identityId, sessionId);
  if (found && !found.user) {
    const { email, name, image } = found.identity;
    await insertUser(db, { identityId, email, name, photo: image ?? '' });
    found = await findBySession(db, identityId, sessionId);
  }
  if (!found?.user) return undefined;
  const { email, twoFactorEnabled } = found.identity;
  return {
    ...found.user,
    identityId,
    sessionId,
    email,
    hasSecondFactor: twoFactorEnabled,
    passedSecondFactor: found.secondFactorAt !== null,
  };
};
