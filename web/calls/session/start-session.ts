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
 * Looks up the session and requests its access token before hydration. The hydrated application retries a failed
 * attempt. Repeated calls share one attempt.
 * @returns the email of the signed-in user, if they have a token
 */
export const startSession = (): Promise<string | undefined> => (started ??= start().catch(() => undefined));
