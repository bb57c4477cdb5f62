// npm run admin -- EMAIL: promotes a user to admin, or repairs an admin's account. USAGE has the options.
import { parseArgs } from 'node:util';
import { emailSchema } from '#contract/common.ts';
import { localUrl } from '../addresses.ts';
import type { Database, Transaction } from '../database/client.ts';
import { requireMigrated } from '../database/migrate.ts';
import { type Environment, readDatabaseSettings, readEnvironment } from '../settings/environment.ts';
import { createIdentity } from '../identity/create-identity.ts';
import { createPasswordLink } from '../identity/create-password-link.ts';
import { findIdentity } from '../identity/find-identity.ts';
import { grantAdminRole } from '../modules/users/promote-user.ts';
import { deleteProvisionalAdmins, lockSetup, NAMED_REASON } from '../modules/users/provisional-admins.ts';
import { resetSecondFactor } from '../modules/users/reset-second-factor.ts';
import { revokeAdmin } from '../modules/users/revoke-admin.ts';
import { ensureUser } from '../modules/users/users.repository.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { readOrCreateSecret } from '../secrets/secret.ts';
import { StartError } from '../start-error.ts';

const USAGE = 'Usage: npm run admin -- EMAIL [--create | --revoke | --reset-second-factor | --password-link]';
/** The actor of audit trail entries that an operator causes on the command line. */
const COMMAND_LINE = null;

/** The actions that make a user an admin. */
const APPOINTING = ['promote', 'create'];

const print = (line: string) => process.stdout.write(`${line}\n`);

const readOptions = () => {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { create: flag, revoke: flag, 'reset-second-factor': flag, 'password-link': flag },
  });
  const chosen = Object.entries(values).flatMap(([name, isChosen]) => (isChosen ? [name] : []));
  if (positionals.length !== 1 || chosen.length > 1) throw new StartError(USAGE);
  const email = emailSchema.safeParse(positionals[0]!.trim());
  if (!email.success) throw new StartError(`${positionals[0]} is not an email address`);
  return { email: email.data, action: chosen[0] ?? 'promote' };
};

interface FoundUser {
  id: string;
  isUnproven: boolean;
}

/** Finds or creates the user record of an identity. @throws StartError if there is no identity */
const findUser = async (trx: Transaction, email: string, isCreated: boolean): Promise<FoundUser> => {
  const name = email.split('@')[0]!;
  const found = await findIdentity(trx, email);
  const identity = found ?? (isCreated ? await createIdentity(trx, { email, name }) : undefined);
  if (!identity) {
    throw new StartError(
      `There is no account with the address ${email}: ask the user to register first, or add --create`,
    );
  }
  const id = await ensureUser(trx, {
    identityId: identity.id,
    email,
    name: identity.name,
    photo: identity.image ?? '',
  });
  return { id, isUnproven: found?.isUnproven ?? false };
};

/**
 * Makes a user an admin for good, instead of those whom the set-up created at another address.
 * @throws StartError if the account may be a stranger's
 */
const appoint = async (trx: Transaction, { id, isUnproven }: FoundUser, email: string): Promise<string> => {
  const isAppointed = (await grantAdminRole(trx, COMMAND_LINE, id, NAMED_REASON)) > 0;
  if (isAppointed && isUnproven) {
    throw new StartError(
      `The address ${email} was never confirmed, so the account may be a stranger's: let its owner confirm the address under ` +
        'Account, or give them a link from --password-link, with which they set a password and everybody else is signed out',
    );
  }
  const deleted = await deleteProvisionalAdmins(trx, email);
  return [
    isAppointed
      ? `${email} is an admin now. Outside the demo, the role takes effect once two-factor authentication is set up under Account.`
      : `${email} is already an admin, nothing was changed`,
    ...deleted.map(
      (other) => `The account of ${other}, which nobody has claimed since the setup, was deleted`,
    ),
  ].join('\n');
};

const perform = async (trx: Transaction, action: string, email: string): Promise<string> => {
  if (APPOINTING.includes(action)) await lockSetup(trx);
  const user = await findUser(trx, email, action === 'create');
  if (action === 'revoke') {
    const revoked = await revokeAdmin(trx, COMMAND_LINE, user.id);
    return revoked ? `${email} is no longer an admin` : `${email} is not an admin, nothing was changed`;
  }
  if (action === 'reset-second-factor') {
    return (await resetSecondFactor(trx, COMMAND_LINE, user.id))
      ? `The second factor of ${email} was removed, and they were signed out everywhere`
      : `${email} has no second factor, nothing was changed`;
  }
  if (action === 'password-link') return `${email} can set a new password`;
  return appoint(trx, user, email);
};

const needsLink = (action: string): boolean => ['create', 'password-link'].includes(action);

const offerPassword = async (db: Database, environment: Environment, email: string): Promise<void> => {
  const baseUrl = environment.baseUrl ?? localUrl(environment.host, environment.port);
  const secret = environment.secret ?? (await readOrCreateSecret(environment.dataDir));
  const link = await createPasswordLink({ db, baseUrl, secret }, email);
  print(`Open this link within an hour to set the password: ${link}`);
};

await runCommand(readDatabaseSettings, async (settings) => {
  const { email, action } = readOptions();
  // Read first, because the link needs the site's URL and a wrong setting must not leave a change half done.
  const environment = needsLink(action) ? readEnvironment(process.env) : undefined;
  const database = await openConfiguredDatabase(settings);
  try {
    await requireMigrated(database.pool);
    print(await database.db.transaction((trx) => perform(trx, action, email)));
    if (environment) await offerPassword(database.db, environment, email);
  } finally {
    await database.close();
  }
});
