import { eq, or, sql } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { identityUsers, identityVerifications } from '../database/schema.ts';

/**
 * Deletes an identity with its accounts and sessions, which invalidates its access tokens at once, and its pending
 * verifications, which invalidates all links sent by email.
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
