import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { inBatches } from '../../database/batches.ts';
import type { Database } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { classes, identitySessions, identityUsers, users } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { registerUser } from './register-user.ts';
import { teaches } from './users.repository.ts';

/** Whether any class names the user as its teacher, even if they no longer teach. */
const hasClasses = sql<boolean>`exists (select from ${classes} where ${classes.teacherId} = ${users.id})`;

/** The query of active sessions with their identities and users. */
const selectSessions = (db: Database) =>
  db
    .select({
      sessionId: identitySessions.id,
      identityId: identityUsers.id,
      email: identityUsers.email,
      name: identityUsers.name,
      image: identityUsers.image,
      hasSecondFactor: identityUsers.twoFactorEnabled,
      secondFactorAt: identitySessions.secondFactorAt,
      user: { id: users.id, name: users.name, photo: users.photo, role: users.role, teaches, hasClasses },
    })
    .from(identitySessions)
    .innerJoin(identityUsers, eq(identityUsers.id, identitySessions.userId))
    .leftJoin(users, and(eq(users.identityId, identityUsers.id), isNull(users.deletedAt)))
    .where(
      and(
        sql`${identitySessions.id} = any(${sql.placeholder('ids')}::uuid[])`,
        gt(identitySessions.expiresAt, sql.placeholder('now')),
      ),
    );

export type FoundCaller = CurrentUser & { hasSecondFactor: boolean; passedSecondFactor: boolean };

/**
 * Creates the lookup of the user of an active session. It reads session, identity and role after the lookup was
 * requested, so they are current. An identity whose POST /users has not arrived gets its user record here; concurrent
 * calls create it once.
 */
export const createFindCaller = (
  db: Database,
): ((identityId: string, sessionId: string) => Promise<FoundCaller | undefined>) => {
  const readSessions = prepareOnce(db, 'live sessions', () => selectSessions(db));
  const findSession = inBatches(async (ids) => {
    const rows = await readSessions({ ids, now: new Date() });
    return new Map(rows.map((row) => [row.sessionId, row]));
  });
  return async (identityId, sessionId) => {
    let found = await findSession(sessionId);
    if (found?.identityId !== identityId) return undefined;
    if (!found.user) {
      const { email, name, image } = found;
      await registerUser(db, { identityId, email, name, photo: image ?? '' });
      found = await findSession(sessionId);
    }
    if (!found?.user) return undefined;
    const { email, hasSecondFactor, secondFactorAt, user } = found;
    return {
      ...user,
      identityId,
      sessionId,
      email,
      hasSecondFactor,
      passedSecondFactor: secondFactorAt !== null,
    };
  };
};
