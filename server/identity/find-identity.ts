import { and, eq, not } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { isClaimed } from '../database/is-claimed.ts';
import { identityUsers } from '../database/schema.ts';

/**
 * Finds the identity with an email address, given in lower case. `isUnproven` is true if somebody can sign in to it, and may
 * be a stranger, because the address was never confirmed.
 */
export const findIdentity = async (trx: Transaction, email: string) => {
  const { id, name, image, emailVerified } = identityUsers;
  const [identity] = await trx
    .select({ id, name, image, isUnproven: and(not(emailVerified), isClaimed)!.mapWith(Boolean) })
    .from(identityUsers)
    .where(eq(identityUsers.email, email));
  return identity;
};
