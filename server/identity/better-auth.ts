import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { oauthPopup, twoFactor } from 'better-auth/plugins';
import { sql } from 'drizzle-orm';
import { ACCESS_PAGES } from '#contract/pages.ts';
import {
  identityAccounts,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '../database/schema.ts';
import { createCredentialHooks } from './credential-hooks.ts';
import { createLinkCheck } from './current-address.ts';
import { followTransactions } from './current-transaction.ts';
import { createDatabaseHooks } from './database-hooks.ts';
import type { IdentityOptions } from './identity-options.ts';
import { CLIENT_ADDRESS_HEADER } from './identity-request.ts';
import { addressConfirmation, passwordSignIn } from './password-sign-in.ts';
import { knownProviders, sandboxProvider } from './third-party-sign-in.ts';
import { watchConnection } from './watch-connection.ts';

export const IDENTITY_PATH = '/api/auth';

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
    databaseHooks: createDatabaseHooks({ db, sendEmail, checkRegistration, credentials, links, current }),
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
    emailAndPassword: passwordSignIn({ db, baseUrl, sendEmail }),
    // Tokens are stored as hashes, so that read access to the database yields no working link.
    verification: { storeIdentifier: 'hashed' },
    emailVerification: addressConfirmation({ db, baseUrl, sendEmail }),
    socialProviders: knownProviders({ google }),
    plugins: [oauthPopup(), twoFactor(), sandboxProvider({ signInSandbox })],
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
