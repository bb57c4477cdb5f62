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
import { sendConfirmation } from './change-email.ts';
import { claimAccount } from './claim-account.ts';
import { createCredentialHooks } from './credential-hooks.ts';
import { CLIENT_ADDRESS_HEADER } from './identity-request.ts';
import { passwordChangedMail, resetMail } from './identity-mails.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { tidyProfile } from './provider-profile.ts';
import { tellOfNewSignIn } from './tell-of-new-sign-in.ts';

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
  /** Of a new password, in characters. */
  passwordMinLength: number;
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
  passwordMinLength,
  onFailure,
  onProfileChange,
}: IdentityOptions) => {
  const credentials = createCredentialHooks({ db, passwordMinLength, sendMail });
  return betterAuth({
    appName: 'ClassHarbor',
    baseURL: baseUrl,
    basePath: IDENTITY_PATH,
    secret,
    trustedOrigins: [baseUrl],
    telemetry: { enabled: false },
    // After the colon comes what a request said, which is no matter of the log.
    logger: { level: 'error', log: (_level, message) => onFailure(message.split(':')[0]!) },
    onAPIError: { throw: true, errorURL: `${baseUrl}/login` },
    database: drizzleAdapter(db, {
      provider: 'pg',
      // A sign-up, a changed password and a reset happen whole or not at all.
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
        create: { before: async (user) => ({ data: tidyProfile(user) }) },
        update: {
          before: async (user) => ({ data: tidyProfile(user) }),
          after: ({ id, name, image, email }) =>
            onProfileChange({ identityId: id, name, photo: image ?? '', email }),
        },
      },
      session: credentials.session,
      account: {
        create: { after: async (account) => sendMail && tellOfNewSignIn({ db, sendMail }, account) },
      },
    },
    // The origin is checked in every environment, not only where the library takes it for granted.
    advanced: {
      database: { generateId: 'uuid' },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    // One's sessions can be listed and ended from any of them, however old it is.
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
        sendMail && (({ user, token }) => sendMail(resetMail(user, `${baseUrl}/login/reset?token=${token}`))),
      onPasswordReset: async ({ user }) => {
        await claimAccount(db, user.id);
        await sendMail?.(passwordChangedMail(user));
      },
    },
    // Whoever reads the database finds no link that works.
    verification: { storeIdentifier: 'hashed' },
    emailVerification: {
      sendOnSignUp: Boolean(sendMail),
      // Our own link, which works once and only in a session of the account; the library's address is not served.
      sendVerificationEmail: sendMail && (({ user }) => sendConfirmation({ db, baseUrl, sendMail }, user)),
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
};

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;
