import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { identityAccounts, identityTwoFactors, identityUsers } from '../database/schema.ts';

/**
 * Whoever sets a new password by a mailed link has proven the address. If it was never proven before, whatever was
 * set up until then may be a stranger's, who registered with an address that is not theirs: other ways to sign in and
 * the second factor go. The old password and the sessions have gone with the reset.
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
