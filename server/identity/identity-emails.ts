import type { Email } from '../email/email.ts';

interface Recipient {
  identityId: string | null;
  name: string;
  email: string;
  /** Whether the user has confirmed the address. */
  emailVerified: boolean;
}

/** A user of the identity provider as the recipient of an email. */
export const recipientOf = ({
  id,
  name,
  email,
  emailVerified,
}: Omit<Recipient, 'identityId'> & { id: string }): Recipient => ({
  identityId: id,
  name,
  email,
  emailVerified,
});

/** The link of an email, and the text after it. */
type Link = Pick<Email, 'action' | 'after'>;

const linkTo = (label: string, url: string, ...after: string[]): Link => ({ action: { label, url }, after });

/** An email to a user, by name if their address is confirmed. */
const toUser = (
  { identityId, name, email, emailVerified }: Recipient,
  subject: string,
  paragraphs: string[],
  link?: Link,
): Email => ({
  to: email,
  identityId,
  greeting: name && emailVerified ? `Hello ${name},` : 'Hello,',
  subject,
  paragraphs,
  ...link,
});

/**
 * An email to an address that is not confirmed yet. It omits the name, which could be any text that a stranger wants to
 * send.
 */
const toAddress = (
  { identityId, email }: Pick<Recipient, 'identityId' | 'email'>,
  subject: string,
  paragraphs: string[],
  link?: Link,
): Email => ({
  to: email,
  identityId,
  greeting: 'Hello,',
  subject,
  paragraphs,
  ...link,
});

const CHANGE_PASSWORD =
  "If this wasn't you, change your password now. That signs out every session and disables every link.";

/** The password reset link, which works once, within an hour. */
export const resetEmail = (to: Recipient, link: string): Email =>
  toAddress(
    to,
    'Set a new password',
    [
      'You, or someone who knows your email address, asked to reset your password. Set a new one within an hour:',
    ],
    linkTo(
      'Set a new password',
      link,
      "If this wasn't you, you can ignore this email. Your password stays the same.",
    ),
  );

/** The link with which a signed-in user confirms their address. */
export const confirmationEmail = (to: Recipient, link: string): Email =>
  toAddress(
    to,
    'Confirm your email address',
    [
      'Please confirm within an hour that this address is yours. You need to be logged in to the account that you created:',
    ],
    linkTo(
      'Confirm address',
      link,
      'If you did not create an account, someone else used your address. They cannot confirm it without this email. To take over the account, choose "Forgot your password?" on the login page. That removes their password and signs them out.',
    ),
  );

/** The link with which the current address approves a change of address. */
export const changeApprovalEmail = (to: Recipient, newEmail: string, link: string): Email =>
  toUser(
    to,
    'Change your email address?',
    [
      `You asked to change your email address to ${newEmail}. To approve, follow this link within an hour. We will then send a link to the new address:`,
    ],
    linkTo('Approve the change', link, CHANGE_PASSWORD),
  );

/** Notifies an unconfirmed address, which does not have to approve, of a requested change. */
export const changeRequestedEmail = (to: Recipient): Email =>
  toAddress(to, 'Your email address is about to change', [
    'Someone who is logged in to the account with this address asked to change its email address.',
    CHANGE_PASSWORD,
  ]);

/** The link that confirms the new address. */
export const newAddressEmail = (to: Recipient, newEmail: string, link: string): Email =>
  toAddress(
    { ...to, email: newEmail },
    'Confirm your new email address',
    ['You asked to use this address for your account. Confirm it within an hour, while you are logged in:'],
    linkTo(
      'Confirm address',
      link,
      "If this wasn't you, you can ignore this email. Someone probably entered your address by mistake.",
    ),
  );

/**
 * Notifies the old address that the email address was changed. One that was never confirmed may be a stranger's, who is
 * not told the new address.
 */
export const addressChangedEmail = (to: Recipient, newEmail: string): Email =>
  toUser(to, 'Your email address was changed', [
    to.emailVerified
      ? `You now sign in as ${newEmail}. Every other session was signed out, and third-party accounts with the previous address no longer work.`
      : 'The account that was created with this address, which was never confirmed, now uses another address.',
    "If this wasn't you, contact us immediately.",
  ]);

/** Notifies the user that their password was changed. */
export const passwordChangedEmail = (to: Recipient): Email =>
  toUser(to, 'Your password was changed', [
    'The password of your account was changed, and every other session was signed out.',
    "If this wasn't you, reset your password on the login page and contact us.",
  ]);

/** Notifies the user that two-factor authentication was turned on or off. */
export const secondFactorEmail = (to: Recipient, isOn: boolean): Email =>
  toUser(to, `Two-factor authentication is ${isOn ? 'on' : 'off'}`, [
    isOn
      ? 'Logging in now requires a code from your authenticator app. Every other session was signed out.'
      : 'Logging in no longer requires a code. Every other session was signed out.',
    "If this wasn't you, reset your password on the login page and contact us.",
  ]);

/** Notifies the user that a third-party account was linked to theirs. */
export const signInAddedEmail = (to: Recipient, provider: string): Email =>
  toUser(to, 'A new way to log in', [
    `You can now log in with your ${provider} account as well, because it has the same email address.`,
    "If this wasn't you, someone else has access to that account. Secure it and contact us.",
  ]);

/** Notifies the user that an admin, or an operator by command, reset their two-factor authentication. */
export const secondFactorResetEmail = (to: Recipient): Email =>
  toUser(to, 'Two-factor authentication was reset', [
    'Two-factor authentication was removed from your account, and every session was signed out. Log in with your password and set it up again under Account.',
    'If you did not ask for this, reset your password on the login page and contact us.',
  ]);

/** Notifies the user that their admin role was revoked. */
export const adminRevokedEmail = (to: Recipient): Email =>
  toUser(to, 'You are no longer an admin', [
    'Your admin role was revoked. Your account, your classes and your enrollments stay the same.',
    'If you did not expect this, contact us.',
  ]);

/** The last email to the address of a deleted account. It has no name, because it outlives the account's data. */
export const accountDeletedEmail = (
  email: string,
  { byAdmin, keepsName }: { byAdmin: boolean; keepsName: boolean },
): Email =>
  toAddress({ identityId: null, email }, 'Your account was deleted', [
    `${byAdmin ? 'An admin deleted your account.' : 'Your account was deleted, as you asked while you were logged in.'} Your certificates are no longer valid, and you no longer have access to your classes.`,
    ...(keepsName
      ? [
          'Because you bought or sold a class, we keep your name, your email address and the receipts, as required by law.',
        ]
      : []),
    byAdmin ? 'If you did not expect this, contact us.' : "If this wasn't you, contact us immediately.",
  ]);
