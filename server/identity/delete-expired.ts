import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../database/client.ts';
import { identityEmailLinks, identitySessions, identityVerifications } from '../database/schema.ts';

/**
 * Deletes expired sessions, verifications and email links. They contain personal data: a session has the network
 * address and browser of its user, a link the email addresses that it is about.
 */
export const deleteExpired = async (db: Queryable): Promise<void> => {
  for (const table of [identitySessions, identityVerifications, identityEmailLinks])
    await db.delete(table).where(lt(table.expiresAt, sql`now()`));
};
