import { and, eq, isNull } from 'drizzle-orm';
import type { FirstAdmin } from '#contract/setup.ts';
import type { Database, Queryable, Transaction } from '../../database/client.ts';
import { isClaimed } from '../../database/is-claimed.ts';
import { identityUsers, users } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { createIdentity } from '../../identity/create-identity.ts';
import { createPasswordLink } from '../../identity/create-password-link.ts';
import { findIdentity } from '../../identity/find-identity.ts';
import { findSettings, lockSettings } from '../site-settings/site-settings.repository.ts';
import { changeSettings } from '../site-settings/update-settings.ts';
import { grantAdminRole } from '../users/promote-user.ts';
import { deleteProvisionalAdmins, lockSetup, SETUP_REASON } from '../users/provisional-admins.ts';
import { ensureUser } from '../users/users.repository.ts';

/** The actor of the audit trail entry: nobody has an account yet. */
const OPERATOR = null;

interface SetupContext {
  db: Database;
  baseUrl: string;
  secret: string;
  isCurrencyInUse: (trx: Transaction) => Promise<boolean>;
}

/** Whether the site has no admin who can sign in. One who never set a password can be created again. */
export const isSetupOpen = async (db: Queryable): Promise<boolean> => {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(identityUsers, eq(identityUsers.id, users.identityId))
    .where(and(eq(users.role, 'admin'), isNull(users.deletedAt), isClaimed))
    .limit(1);
  return !admin;
};

/** Refuses an identity that belongs to somebody, who could sign in as admin. @throws ApiError `email_taken` */
const refuseClaimed = async (db: Queryable, identityId: string): Promise<void> => {
  const [claimed] = await db
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(and(eq(identityUsers.id, identityId), isClaimed));
  if (claimed)
    throw new ApiError(
      'email_taken',
      'This address already has an account: use another one, or npm run admin',
    );
};

/**
 * Stores the owner's choices for the site.
 * @throws ApiError `currency_in_use`
 */
const applyChoices = async (
  trx: Transaction,
  { isCurrencyInUse }: SetupContext,
  { brand, currency, contactEmail }: Omit<FirstAdmin, 'email' | 'name'>,
): Promise<void> => {
  if (!brand && !currency && !contactEmail) return;
  await lockSettings(trx);
  const current = await findSettings(trx);
  await changeSettings(trx, isCurrencyInUse, OPERATOR, {
    current,
    changed: {
      ...(brand && { brand }),
      ...(currency && { seller: { ...current.seller, currency } }),
      ...(contactEmail && { contact: { ...current.contact, email: contactEmail } }),
    },
    action: 'site settings changed',
  });
};

/**
 * Creates the first admin of a site, without a password, and stores the settings that come with it. An admin who was
 * created in the same way before, at another address, is deleted.
 * @returns a link that sets the password, once, within an hour
 * @throws ApiError `link_invalid` if the site has an admin by now, `email_taken`, `currency_in_use`, or `not_found` if
 *   another address was entered at the same time
 */
export const createFirstAdmin = async (
  context: SetupContext,
  { email, name, ...choices }: FirstAdmin,
): Promise<string> => {
  await context.db.transaction(async (trx) => {
    await lockSetup(trx);
    if (!(await isSetupOpen(trx))) throw new ApiError('link_invalid', 'This site has already been set up');
    await deleteProvisionalAdmins(trx, email);
    const existing = await findIdentity(trx, email);
    if (existing) await refuseClaimed(trx, existing.id);
    const identity = existing ?? (await createIdentity(trx, { email, name }));
    const user = { identityId: identity.id, email, name: identity.name, photo: '' };
    await grantAdminRole(trx, OPERATOR, await ensureUser(trx, user), SETUP_REASON);
    await applyChoices(trx, context, choices);
  });
  return createPasswordLink(context, email);
};
