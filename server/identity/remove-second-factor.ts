import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { identityTwoFactors, identityUsers } from '../database/schema.ts';

/**
 * Removes the second factor of an identity, so that a user who lost their device can sign in again. A trigger ends the
 * identity's sessions and email links.
 * @returns whether there was a second factor
 */
export const removeSecondFactor = async (trx: Transaction, identityId: string): Promise<boolean> => {
  const factors = await trx
    .delete(identityTwoFactors)
    .where(eq(identityTwoFactors.userId, identityId))
    .returning();
  const [identity] = await trx
    .select({ isOn: identityUsers.twoFactorEnabled })
    .from(identityUsers)
    .where(eq(identityUsers.id, identityId))
    .for('update');
  if (factors.length === 0 && !identity?.isOn) return false;
  await trx.update(identityUsers).set({ twoFactorEnabled: false }).where(eq(identityUsers.id, identityId));
  return true;
};
