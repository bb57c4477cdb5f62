import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { identityTwoFactors, identityUsers } from '../database/schema.ts';

/**
 * Takes the second factor of an identity away, so that a lost phone locks nobody out. A trigger ends its sessions and
 * mailed links.
 * @returns whether there was one
 */
export const endSecondFactor = async (trx: Transaction, identityId: string): Promise<boolean> => {
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
