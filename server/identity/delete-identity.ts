import { eq, or, sql } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { identityUsers, identityVerifications } from '../database/schema.ts';

/**
 * Deletes an identity with its accounts and sessions, so that each of its tokens ends at once, and what was mailed to
 * it, so that no link goes on.
 */
export const deleteIdentity = async (trx: Transaction, identityId: string): Promise<void> => {
  const [identity] = await trx
    .delete(identityUsers)
    .where(eq(identityUsers.id, identityId))
    .returning({ email: identityUsers.email });
  if (!identity) return;
  const { value } = identityVerifications;
  await trx
    .delete(identityVerifications)
    .where(
      or(
        sql`strpos(${value}, ${identityId}) > 0`,
        eq(value, identity.email),
        sql`strpos(${value}, ${JSON.stringify(identity.email)}) > 0`,
      ),
    );
};
