import type { Mail } from '../mail/mailer.ts';

interface Addressee {
  name: string;
  email: string;
}

const letter = (to: string, greeting: string, subject: string, paragraphs: string[]): Mail => ({
  to,
  subject,
  text: [greeting, ...paragraphs, 'ClassHarbor'].join('\n\n'),
});

const toUser = ({ name, email }: Addressee, subject: string, paragraphs: string[]): Mail =>
  letter(email, name ? `Hello ${name},` : 'Hello,', subject, paragraphs);

/** To an address that nobody has proven: without a name, which could be any text that a stranger wants to send. */
const toAddress = (email: string, subject: string, paragraphs: string[]): Mail =>
  letter(email, 'Hello,', subject, paragraphs);

const CHANGE_PASSWORD = 'If it was not you, change your password now: that ends every link and session.';

/** A link with which a new password can be set, for one hour and once. */
export const resetMail = ({ email }: Addressee, link: string): Mail =>
  toAddress(email, 'Set a new password', [
    'You, or somebody who knows your email address, asked for a new password. Set it here within an hour:',
    link,
    'If it was not you, there is nothing to do: your password stays as it is.',
  ]);

/** A link that proves, in a session of the account, that the address is its owner's. */
export const confirmationMail = ({ email }: Addressee, link: string): Mail =>
  toAddress(email, 'Confirm your email address', [
    'Please confirm within an hour that this address is yours. You need to be logged in to the account that you created:',
    link,
    'If you did not create an account, somebody else used your address. They cannot confirm it without this email. To take the address over, choose "Forgot your password?" on the login page: that removes their password and signs them out.',
  ]);

/** A link by which the user agrees to another address; it goes to the one that they have. */
export const agreementMail = (to: Addressee, newEmail: string, link: string): Mail =>
  toUser(to, 'Change your email address?', [
    `You asked to sign in as ${newEmail} from now on. If that is so, follow this link within an hour; we then write to the new address:`,
    link,
    CHANGE_PASSWORD,
  ]);

/** Tells an address that was never proven, and so is not asked, that another one is wanted. */
export const changeRequestedMail = ({ email }: Addressee): Mail =>
  toAddress(email, 'Your email address is about to change', [
    'Somebody who is logged in to the account with this address asked to use another one from now on.',
    CHANGE_PASSWORD,
  ]);

/** A link that proves that the new address is the user's too. */
export const newAddressMail = (newEmail: string, link: string): Mail =>
  toAddress(newEmail, 'Confirm your new email address', [
    'You asked to sign in with this address from now on. Confirm it within an hour, while you are logged in:',
    link,
    'If it was not you, there is nothing to do: somebody mistook your address for theirs.',
  ]);

/** Tells the old address that it is another one now. */
export const emailChangedMail = (to: Addressee, newEmail: string): Mail =>
  toUser(to, 'Your email address was changed', [
    `From now on you sign in as ${newEmail}.`,
    'If it was not you, write to us at once.',
  ]);

/** Tells that the password is another one now. */
export const passwordChangedMail = (to: Addressee): Mail =>
  toUser(to, 'Your password was changed', [
    'The password of your account was changed, and every other session was signed out.',
    'If it was not you, ask for a new password on the login page and write to us.',
  ]);

/** Tells that sign-in takes a code from now on, or no longer does. */
export const secondFactorMail = (to: Addressee, isOn: boolean): Mail =>
  toUser(to, `Two-factor sign-in is ${isOn ? 'on' : 'off'}`, [
    isOn
      ? 'From now on, logging in takes a code of your authenticator app. Every other session was signed out.'
      : 'From now on, logging in takes no code any more. Every other session was signed out.',
    'If it was not you, ask for a new password on the login page and write to us.',
  ]);

/** Tells that a third party's account opens this one too. */
export const signInAddedMail = (to: Addressee, provider: string): Mail =>
  toUser(to, 'A new way to log in', [
    `You can now log in with your ${provider} account as well, because it has the same email address.`,
    'If it was not you, somebody else can use that account: secure it, and write to us.',
  ]);

/** Tells that an admin removed the second factor, so that a password alone is enough until another one is set up. */
export const secondFactorResetMail = (to: Addressee): Mail =>
  toUser(to, 'Two-factor sign-in was reset', [
    'An admin removed two-factor sign-in from your account, and every session was signed out. Log in with your password and set it up again under Account.',
    'If you did not ask for this, ask for a new password on the login page and write to us.',
  ]);

/** Tells that the user is no longer an admin. */
export const adminRevokedMail = (to: Addressee): Mail =>
  toUser(to, 'You are no longer an admin', [
    'Another admin ended your admin role. Your account, your classes and your enrollments stay as they are.',
    'If you did not expect this, write to us.',
  ]);
