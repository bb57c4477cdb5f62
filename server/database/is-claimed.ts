import { sql } from 'drizzle-orm';
import { identityAccounts, identityUsers } from './schema.ts';

/**
 * SQL: whether an identity belongs to somebody. One without an account does if its address is confirmed: changing the address
 * removes third-party accounts, and a password can be set through that address.
 */
export const isClaimed = sql<boolean>`(${identityUsers.emailVerified}
  or exists (select from ${identityAccounts} where ${identityAccounts.userId} = ${identityUsers.id}))`;
