import { renewAccessToken } from './access-token.ts';
import { identitySession } from './identity-session.ts';
import { identityState } from './identity-state.ts';

const start = async (): Promise<string | undefined> => {
  await identitySession.start();
  const email = identityState.get().data?.user.email;
  if (!email) return undefined;
  await renewAccessToken(email);
  return email;
};

let started: Promise<string | undefined> | undefined;

/**
 * Looks up the session and requests its access token before the application is there, which repeats what fails.
 * Repeated calls share the attempt.
 * @returns the email of the user who is signed in and has a token
 */
export const startSession = (): Promise<string | undefined> => (started ??= start().catch(() => undefined));
