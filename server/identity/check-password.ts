import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../database/client.ts';
import { identityAccounts } from '../database/schema.ts';
import { verifyPassword } from './password.ts';

const findHash = async (db: Queryable, identityId: string): Promise<string | null | undefined> => {
  const [account] = await db
    .select({ hash: identityAccounts.password })
    .from(identityAccounts)
    .where(and(eq(identityAccounts.userId, identityId), eq(identityAccounts.providerId, 'credential')));
  return account?.hash;
};

/** Whether an identity has a password, or only signs in with a third party. */
export const hasPassword = async (db: Queryable, identityId: string): Promise<boolean> =>
  Boolean(await findHash(db, identityId));

/** Checks a password. `none`: the identity has no password, because it only signs in with a third party. */
export const checkPassword = async (
  db: Queryable,
  identityId: string,
  password: string,
): Promise<'right' | 'wrong' | 'none'> => {
  const hash = await findHash(db, identityId);
  if (!hash) return 'none';
  return (await verifyPassword({ hash, password })) ? 'right' : 'wrong';
};
