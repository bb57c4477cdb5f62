import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { genericOAuth, oauthPopup, twoFactor } from 'better-auth/plugins';
import { sql } from 'drizzle-orm';
import { PASSWORD_LENGTH } from '#contract/auth.ts';
import { ACCESS_PAGES } from '#contract/pages.ts';
import type { Database } from '../database/client.ts';
import {
  identityAccounts,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '../database/schema.ts';
import type { SendEmail } from '../email/email.ts';
import { type CheckRegistration, requireRegistrationAllowed } from './check-registration.ts';
import { sendConfirmation } from './change-email.ts';
import { createCredentialHooks } from './credential-hooks.ts';
import { followTransactions } from './current-transaction.ts';
import { CLIENT_ADDRESS_HEADER } from './identity-request.ts';
import { passwordChangedEmail, recipientOf, resetEmail } from './identity-emails.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { tidyProfile } from './provider-profile.ts';
import { createLinkCheck, hasAddress } from './current-address.ts';
import { notifyOfNewSignIn } from './notify-of-new-sign-in.ts';
import { watchConnection } from './watch-connection.ts';

/** The lifetime of a password reset link, in seconds. */
const RESET_LIFETIME = 60 * 60;

export const IDENTITY_PATH = '/api/auth';
export const SANDBOX_PROVIDER = 'sandbox';

/** @throws APIError 401 if the user was deleted meanwhile; the library would report the change as done */
const requireFound = async (updated: unknown): Promise<void> => {
  if (!updated) throw new APIError('UNAUTHORIZED', { message: 'Please log in' });
};

/** The sign-in sandbox as an OpenID Connect provider. */
export interface SignInProvider {
  authorizationUrl: string;
  tokenUrl: string;
  userInfoUrl: string;
  clientId: string;
  clientSecret: string;
}

export interface IdentityOptions {
  db: Database;
  baseUrl: string;
  secret: string;
  google?: { clientId: string; clientSecret: string };
  signInSandbox?: SignInProvider;
  /** The minimum length of a new password, in characters. */
  passwordMinLength: number;
  /** Receives internal errors as messages without personal data. */
  onFailure: (message: string) => void;
  /** Absent if no mail server is configured: features that send email are not offered then. */
  sendEmail?: SendEmail;
  /** Decides who may create an account. */
  checkRegistration: CheckRegistration;
}

/**
 * Creates the identity provider, mounted under /api/auth: email and password, third-party sign-in in a popup, sessions in
 * cookies. It owns the database schema `identity`.
 */
export const createIdentityProvider = ({
  db,
  baseUrl,
  secret,
  google,
  signInSandbox,
  sendEmail,
  passwordMinLength,
  onFailure,
  checkRegistration,
}: IdentityOptions) => {
  const credentials = createCredentialHooks({ db, passwordMinLength, sendEmail, checkRegistration });
  const links = createLinkCheck(db);
  const { library, current } = followTransactions(db);
  const connection = watchConnection();
  const provider = betterAuth({
    appName: 'ClassHarbor',
    baseURL: baseUrl,
    basePath: IDENTITY_PATH,
    secret,
    trustedOrigins: [baseUrl],
    telemetry: { enabled: false },
    // What follows the first colon or sentence may contain request data, which must not be logged.
    logger: {
      level: 'error',
      log: (_level, message: unknown, ...details: unknown[]) => {
        if (!connection.note([message, ...details])) onFailure(String(message).split(/[:.]/)[0]!);
      },
    },
    onAPIError: { throw: true, errorURL: `${baseUrl}${ACCESS_PAGES.login}` },
    database: drizzleAdapter(library, {
      provider: 'pg',
      // Sign-up, password change and reset must be atomic.
      transaction: true,
      schema: {
        user: identityUsers,
        session: identitySessions,
        account: identityAccounts,
        verification: identityVerifications,
        twoFactor: identityTwoFactors,
      },
    }),
    databaseHooks: {
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
    },
    // By default the library checks the origin in production only.
    advanced: {
      database: { generateId: 'uuid' },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    user: {
      validateUserInfo: links.noteAddress,
      additionalFields: {
        invitationId: { type: 'string', required: false, input: false, returned: false },
      },
    },
    // Users can list and end their sessions from any session, however old it is.
    session: {
      freshAge: 0,
      additionalFields: { secondFactorAt: { type: 'date', required: false, input: false } },
    },
    rateLimit: { enabled: false },
    hooks: { before: credentials.before, after: credentials.after },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: RESET_LIFETIME,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword:
        sendEmail &&
        (async ({ user, token }) => {
          const email = resetEmail(
            recipientOf(user),
            `${baseUrl}${ACCESS_PAGES.resetPassword}?token=${token}`,
          );
          // A link that was created while the address changes must not reach the old one.
          if (await hasAddress(db, user)) await sendEmail(email);
        }),
      onPasswordReset: async ({ user }) => sendEmail?.(passwordChangedEmail(recipientOf(user))),
    },
    // Tokens are stored as hashes, so that read access to the database yields no working link.
    verification: { storeIdentifier: 'hashed' },
    emailVerification: {
      sendOnSignUp: Boolean(sendEmail),
      // Our own link works once, and only in a session of the account. The library's endpoint is not served.
      sendVerificationEmail: sendEmail && (({ user }) => sendConfirmation({ db, baseUrl, sendEmail }, user)),
    },
    socialProviders: google ? { google: { ...google, prompt: 'select_account' } } : {},
    plugins: [
      oauthPopup(),
      twoFactor(),
      genericOAuth({
        config: signInSandbox
          ? [
              {
                providerId: SANDBOX_PROVIDER,
                scopes: ['openid', 'email', 'profile'],
                pkce: true,
                ...signInSandbox,
              },
            ]
          : [],
      }),
    ],
  });
  return {
    ...provider,
    handler: (request: Request) => connection.run(() => provider.handler(request)),
    sendsEmail: sendEmail !== undefined,
    /** @throws the failure of the connection if the database cannot be reached */
    requireDatabase: () => db.execute(sql`select 1`),
  };
};

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;
