import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../database/client.ts';
import { identityEmailLinks, identitySessions, identityVerifications } from '../database/schema.ts';

/**
 * Deletes the sessions, verifications and email links whose time is over. They serve nobody, and have personal data: a session
 * the network address and browser of its user, a link the addresses that it is about.
 */
export const deleteExpired = async (db: Queryable): Promise<void> => {
  for (const table of [identitySessions, identityVerifications, identityEmailLinks])
    await db.delete(table).where(lt(table.expiresAt, sql`now()`));
};
