import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { genericOAuth, oauthPopup, twoFactor } from 'better-auth/plugins';
import { PASSWORD_LENGTH } from '#contract/constants.ts';
import type { Database } from '../database/client.ts';
import {
  identityAccounts,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '../database/schema.ts';
import type { SendMail } from '../mail/mailer.ts';
import { refuseCommonPasswords } from './common-passwords.ts';
import { changeEmailMail, passwordChangedMail, resetMail, verificationMail } from './identity-mails.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** Seconds. */
const RESET_LIFETIME = 60 * 60;

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
  /** Absent where there is no mail server: then nothing that needs a mail is offered. */
  sendMail?: SendMail;
  /** Told when a person changed their name, photo or email address here. */
  onProfileChange: (profile: {
    identityId: string;
    name: string;
    photo: string;
    email: string;
  }) => Promise<void>;
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
  sendMail,
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
        twoFactor: identityTwoFactors,
      },
    }),
    databaseHooks: {
      user: {
        update: {
          after: ({ id, name, image, email }) =>
            onProfileChange({ identityId: id, name, photo: image ?? '', email }),
        },
      },
    },
    // The origin is checked in every environment, not only where the library takes it for granted.
    advanced: { database: { generateId: 'uuid' }, disableCSRFCheck: false, disableOriginCheck: false },
    rateLimit: { enabled: false },
    hooks: { before: refuseCommonPasswords },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: RESET_LIFETIME,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword:
        sendMail && (({ user, token }) => sendMail(resetMail(user, `${baseUrl}/login/reset?token=${token}`))),
      onPasswordReset: sendMail && (({ user }) => sendMail(passwordChangedMail(user))),
    },
    // Whoever reads the database finds no link that works.
    verification: { storeIdentifier: 'hashed' },
    emailVerification: {
      sendOnSignUp: Boolean(sendMail),
      sendVerificationEmail: sendMail && (({ user, url }) => sendMail(verificationMail(user, url))),
    },
    user: {
      changeEmail: {
        enabled: Boolean(sendMail),
        sendChangeEmailConfirmation:
          sendMail && (({ user, newEmail, url }) => sendMail(changeEmailMail(user, newEmail, url))),
      },
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

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;
