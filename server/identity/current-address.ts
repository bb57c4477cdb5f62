import type { BetterAuthOptions } from 'better-auth';
import { eq } from 'drizzle-orm';
import type { Database, Queryable } from '../database/client.ts';
import { identityAccounts, identityUsers } from '../database/schema.ts';
import { changedMeanwhile } from './changed-meanwhile.ts';
import type { Context } from './credential-subject.ts';

type Validate = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;

/** Whether a user still has an address. Waits for a change of it that is in progress. */
export const hasAddress = async (
  db: Queryable,
  { id, email }: { id: string; email: string },
): Promise<boolean> => {
  const [user] = await db
    .select({ email: identityUsers.email })
    .from(identityUsers)
    .where(eq(identityUsers.id, id))
    .for('share');
  return user?.email === email;
};

/**
 * The library finds the user of a new third-party account by its address, and links it later. If the user changes their
 * address in between, the account of the old address, which somebody else may control, must not be linked.
 */
export const createLinkCheck = (db: Database) => {
  /** The address by which the library has found the user, for each pending request. */
  const addresses = new WeakMap<object, string>();
  /** Runs before an account is linked. */
  const noteAddress: Validate = ({ user, source }, ctx) => {
    if (source.action === 'link-account' && ctx.request && user.email) addresses.set(ctx.request, user.email);
  };
  /** Runs after an account was linked. @throws APIError `CREDENTIALS_CHANGED` if the user has another address by now */
  const requireSameAddress = async (
    { id, userId }: { id: string; userId: string },
    ctx: Context | null,
  ): Promise<void> => {
    const email = ctx?.request && addresses.get(ctx.request);
    if (!email || (await hasAddress(db, { id: userId, email }))) return;
    await db.delete(identityAccounts).where(eq(identityAccounts.id, id));
    throw changedMeanwhile();
  };
  return { noteAddress, requireSameAddress };
};

export type LinkCheck = ReturnType<typeof createLinkCheck>;
