import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../database/client.ts';
import { identityAccounts } from '../database/schema.ts';
import { verifyPassword } from './password.ts';

/** Checks a password. `none`: the identity has no password, because it only signs in with a third party. */
export const checkPassword = async (
  db: Queryable,
  identityId: string,
  password: string,
): Promise<'right' | 'wrong' | 'none'> => {
  const [account] = await db
    .select({ hash: identityAccounts.password })
    .from(identityAccounts)
    .where(and(eq(identityAccounts.userId, identityId), eq(identityAccounts.providerId, 'credential')));
  if (!account?.hash) return 'none';
  return (await verifyPassword({ hash: account.hash, password })) ? 'right' : 'wrong';
};
