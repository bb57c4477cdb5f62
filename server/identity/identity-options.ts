import type { Database } from '../database/client.ts';
import type { SendEmail } from '../email/email.ts';
import type { CheckRegistration } from './check-registration.ts';

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
