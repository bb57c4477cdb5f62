import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { genericOAuth, oauthPopup } from 'better-auth/plugins';
import { PASSWORD_LENGTH } from '#contract/constants.ts';
import type { Database } from '../database/client.ts';
import {
  identityAccounts,
  identitySessions,
  identityUsers,
  identityVerifications,
} from '../database/identity-schema.ts';
import { hashPassword, verifyPassword } from './password.ts';

export const IDENTITY_PATH = '/api/auth';
export const SANDBOX_PROVIDER = 'sandbox';

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
  /** Told what went wrong inside, in words without personal data. */
  onFailure: (message: string) => void;
  /** Told when a person changed their name or photo here. */
  onProfileChange: (profile: { identityId: string; name: string; photo: string }) => Promise<void>;
}

/**
 * The identity provider, mounted under /api/auth: email and password, third-party sign-in in a popup,
 * sessions in cookies. It owns the database schema `identity`.
 */
export const createIdentityProvider = ({
  db,
  baseUrl,
  secret,
  google,
  signInSandbox,
  onFailure,
  onProfileChange,
}: IdentityOptions) =>
  betterAuth({
    appName: 'ClassHarbor',
    baseURL: baseUrl,
    basePath: IDENTITY_PATH,
    secret,
    trustedOrigins: [baseUrl],
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => onFailure(message) },
    onAPIError: { throw: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: identityUsers,
        session: identitySessions,
        account: identityAccounts,
        verification: identityVerifications,
      },
    }),
    databaseHooks: {
      user: {
        update: {
          after: ({ id, name, image }) => onProfileChange({ identityId: id, name, photo: image ?? '' }),
        },
      },
    },
    // The origin is checked in every environment, not only where the library takes it for granted.
    advanced: { database: { generateId: 'uuid' }, disableCSRFCheck: false, disableOriginCheck: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    socialProviders: google ? { google: { ...google, prompt: 'select_account' } } : {},
    plugins: [
      oauthPopup(),
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

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;
