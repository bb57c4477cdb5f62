import type { Mail } from '../mail/mailer.ts';

interface Addressee {
  name: string;
  email: string;
}

const letter = ({ name, email }: Addressee, subject: string, paragraphs: string[]): Mail => ({
  to: email,
  subject,
  text: [`Hello ${name},`, ...paragraphs, 'ClassHarbor'].join('\n\n'),
});

/** A link with which a new password can be set, for one hour and once. */
export const resetMail = (to: Addressee, link: string): Mail =>
  letter(to, 'Set a new password', [
    'You, or somebody who knows your email address, asked for a new password. Set it here within an hour:',
    link,
    'If it was not you, there is nothing to do: your password stays as it is.',
  ]);

/** A link that proves that the address is the person's. */
export const verificationMail = (to: Addressee, link: string): Mail =>
  letter(to, 'Confirm your email address', ['Please confirm that this address is yours:', link]);

/** A link by which the person agrees to another address; it goes to the one that they have. */
export const changeEmailMail = (to: Addressee, newEmail: string, link: string): Mail =>
  letter(to, 'Change your email address?', [
    `You asked to sign in as ${newEmail} from now on. If that is so, follow this link; we then write to the new address:`,
    link,
    'If it was not you, please change your password.',
  ]);

/** Tells that the password is another one now. */
export const passwordChangedMail = (to: Addressee): Mail =>
  letter(to, 'Your password was changed', [
    'The password of your account was changed, and whoever was signed in elsewhere is signed out.',
    'If it was not you, ask for a new password on the login page and write to us.',
  ]);
