import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../database/client.ts';
import { identityAccounts, identitySessions, identityUsers } from '../database/schema.ts';

/** The credentials against which a request that changes them or creates a session was checked. */
export interface CredentialState {
  userId: string;
  email: string;
  /** Null: the user has no password. */
  passwordHash: string | null;
  hasSecondFactor: boolean;
}

/** The current credentials of a user, or undefined if there is no such user. */
export const readCredentials = async (
  db: Queryable,
  userId: string,
): Promise<CredentialState | undefined> => {
  const [row] = await db
    .select({
      email: identityUsers.email,
      passwordHash: identityAccounts.password,
      hasSecondFactor: identityUsers.twoFactorEnabled,
    })
    .from(identityUsers)
    .leftJoin(
      identityAccounts,
      and(eq(identityAccounts.userId, identityUsers.id), eq(identityAccounts.providerId, 'credential')),
    )
    .where(eq(identityUsers.id, userId));
  return row && { userId, ...row };
};

/** Whether a user can sign in through a third party. */
export const hasProvider = async (db: Queryable, userId: string, providerId: string): Promise<boolean> => {
  const rows = await db
    .select({ id: identityAccounts.id })
    .from(identityAccounts)
    .where(and(eq(identityAccounts.userId, userId), eq(identityAccounts.providerId, providerId)));
  return rows.length > 0;
};

/**
 * Locks a user's credentials until the transaction ends. The triggers that end sessions take the same lock.
 * @returns whether the session still exists once the lock is held
 */
export const lockWithSession = async (
  trx: Queryable,
  { identityId, sessionId }: { identityId: string; sessionId: string },
): Promise<boolean> => {
  await trx
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(eq(identityUsers.id, identityId))
    .for('update');
  const sessions = await trx
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(and(eq(identitySessions.id, sessionId), eq(identitySessions.userId, identityId)));
  return sessions.length > 0;
};
