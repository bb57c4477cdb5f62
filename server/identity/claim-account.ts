import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { identityAccounts, identityTwoFactors, identityUsers } from '../database/schema.ts';

/**
 * Called after a password reset by email, which proves that the user owns the address. If the address was not confirmed
 * before, a stranger may have registered with it. Therefore third-party accounts and two-factor authentication are
 * removed; the reset itself has already replaced the password and ended the sessions.
 */
export const claimAccount = (db: Database, userId: string): Promise<void> =>
  db.transaction(async (trx) => {
    const claimed = await trx
      .update(identityUsers)
      .set({ emailVerified: true, twoFactorEnabled: false, updatedAt: new Date() })
      .where(and(eq(identityUsers.id, userId), eq(identityUsers.emailVerified, false)))
      .returning({ id: identityUsers.id });
    if (claimed.length === 0) return;
    await trx.delete(identityTwoFactors).where(eq(identityTwoFactors.userId, userId));
    await trx
      .delete(identityAccounts)
      .where(and(eq(identityAccounts.userId, userId), ne(identityAccounts.providerId, 'credential')));
  });
