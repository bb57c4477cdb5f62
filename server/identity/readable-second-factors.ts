import { symmetricDecrypt } from 'better-auth/crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/client.ts';
import { LOWEST_ID } from '../database/paging.ts';
import { identityTwoFactors, identityUsers } from '../database/schema.ts';

/** The number of second factors that are read at once, so that the event loop is free in between. */
const BATCH = 50;

/** Decrypts the key of a second factor. @returns undefined if it was encrypted with another secret */
export const decryptKey = (
  secret: Parameters<typeof symmetricDecrypt>[0]['key'],
  encrypted: string,
): Promise<string | undefined> =>
  // Decryption has no other reason to fail: the secret does not match the authentication tag.
  symmetricDecrypt({ key: secret, data: encrypted }).catch(() => undefined);

/** The number of second factors in use, and how many of them were encrypted with another secret. */
export interface SecondFactorCount {
  all: number;
  unreadable: number;
}

/** Counts the second factors whose users could not log in with this secret, because their codes cannot be checked. */
export const countSecondFactors = async (db: Database, secret: string): Promise<SecondFactorCount> => {
  const count = { all: 0, unreadable: 0 };
  for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
    const factors: { id: string; key: string }[] = await db
      .select({ id: identityTwoFactors.id, key: identityTwoFactors.secret })
      .from(identityTwoFactors)
      .innerJoin(identityUsers, eq(identityUsers.id, identityTwoFactors.userId))
      .where(and(gt(identityTwoFactors.id, after), eq(identityUsers.twoFactorEnabled, true)))
      .orderBy(asc(identityTwoFactors.id))
      .limit(BATCH);
    const keys = await Promise.all(factors.map(({ key }) => decryptKey(secret, key)));
    count.all += keys.length;
    count.unreadable += keys.filter((key) => key === undefined).length;
    after = factors.length === BATCH ? factors.at(-1)!.id : undefined;
  }
  return count;
};

/** Warns in the log if users cannot log in because the secret was changed. It never throws. */
export const reportUnreadableSecondFactors = async (
  db: Database,
  secret: string,
  log: Logger,
): Promise<void> => {
  try {
    const count = await countSecondFactors(db, secret);
    if (count.unreadable > 0)
      log.warn(
        count,
        'Second factors were encrypted with another SECRET, and their users cannot log in: npm run doctor says what to do',
      );
  } catch (error) {
    log.warn({ err: error }, 'Could not check the second factors');
  }
};
