import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Queryable } from '../database/client.ts';
import { requireRegistrationAllowed } from './check-registration.ts';
import type { CredentialHooks } from './credential-hooks.ts';
import type { LinkCheck } from './current-address.ts';
import type { IdentityOptions } from './identity-options.ts';
import { notifyOfNewSignIn } from './notify-of-new-sign-in.ts';
import { tidyProfile } from './provider-profile.ts';

interface HookOptions extends Pick<IdentityOptions, 'db' | 'sendEmail' | 'checkRegistration'> {
  credentials: CredentialHooks;
  links: LinkCheck;
  /** Returns what a hook queries: the library's transaction in which it is called, if any. */
  current: () => Queryable;
}

/** @throws APIError 401 if the user was deleted meanwhile; the library would report the change as done */
const requireFound = async (updated: unknown): Promise<void> => {
  if (!updated) throw new APIError('UNAUTHORIZED', { message: 'Please log in' });
};

/** The rules that hold for what the library stores, whichever endpoint causes it. */
export const createDatabaseHooks = ({
  db,
  sendEmail,
  checkRegistration,
  credentials,
  links,
  current,
}: HookOptions) =>
  ({
    user: {
      // Every new account passes through here, with a password or through a third party.
      create: {
        before: async (user, ctx) => {
          const invitationId = await requireRegistrationAllowed(
            checkRegistration,
            user.email,
            ctx,
            current(),
          );
          return { data: { ...tidyProfile(user), invitationId } };
        },
      },
      update: {
        before: async (user, ctx) => {
          await credentials.beforeSecondFactor(user, ctx);
          return { data: tidyProfile(user) };
        },
        after: requireFound,
      },
    },
    session: credentials.session,
    account: {
      create: {
        before: credentials.beforePassword,
        after: async (account, ctx) => {
          await links.requireSameAddress(account, ctx);
          if (sendEmail) await notifyOfNewSignIn({ db, sendEmail }, account);
        },
      },
      update: { before: credentials.beforePassword },
    },
  }) satisfies BetterAuthOptions['databaseHooks'];
