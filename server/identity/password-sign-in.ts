import type { BetterAuthOptions } from 'better-auth';
import { PASSWORD_LENGTH } from '#contract/auth.ts';
import { ACCESS_PAGES } from '#contract/pages.ts';
import { sendConfirmation } from './change-email.ts';
import { hasAddress } from './current-address.ts';
import { passwordChangedEmail, recipientOf, resetEmail } from './identity-emails.ts';
import type { IdentityOptions } from './identity-options.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** The lifetime of a password reset link, in seconds. */
const RESET_LIFETIME = 60 * 60;

type MailOptions = Pick<IdentityOptions, 'db' | 'baseUrl' | 'sendEmail'>;

/** Sign-in by email and password, and the reset of a password by email. */
export const passwordSignIn = ({ db, baseUrl, sendEmail }: MailOptions) =>
  ({
    enabled: true,
    minPasswordLength: PASSWORD_LENGTH.min,
    maxPasswordLength: PASSWORD_LENGTH.max,
    password: { hash: hashPassword, verify: verifyPassword },
    resetPasswordTokenExpiresIn: RESET_LIFETIME,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword:
      sendEmail &&
      (async ({ user, token }) => {
        const email = resetEmail(recipientOf(user), `${baseUrl}${ACCESS_PAGES.resetPassword}?token=${token}`);
        // A link that was created while the address changes must not reach the old one.
        if (await hasAddress(db, user)) await sendEmail(email);
      }),
    onPasswordReset: async ({ user }) => sendEmail?.(passwordChangedEmail(recipientOf(user))),
  }) satisfies BetterAuthOptions['emailAndPassword'];

/** The confirmation of the address of a new account. */
export const addressConfirmation = ({ db, baseUrl, sendEmail }: MailOptions) =>
  ({
    sendOnSignUp: Boolean(sendEmail),
    // Our own link works once, and only in a session of the account. The library's endpoint is not served.
    sendVerificationEmail: sendEmail && (({ user }) => sendConfirmation({ db, baseUrl, sendEmail }, user)),
  }) satisfies BetterAuthOptions['emailVerification'];
