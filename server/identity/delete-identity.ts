import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { identityUsers } from '../database/schema.ts';

/** Deletes an identity with its accounts and sessions, so that each of its tokens ends at once. */
export const deleteIdentity = async (trx: Transaction, identityId: string): Promise<void> => {
  await trx.delete(identityUsers).where(eq(identityUsers.id, identityId));
};
