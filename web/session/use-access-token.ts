import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from '#web/calls/client/api-error.ts';
import { removeAccessToken } from '#web/calls/session/access-token.ts';
import { loadIdentity } from '#web/calls/session/identity-session.ts';
import { startTokenRenewal, type TokenRenewal } from '#web/calls/session/token-renewal.ts';

/**
 * Handles a rejected token request: the session has ended, or the email has changed and needs a new token. If the
 * check itself fails, the next token request repeats it.
 */
const checkSession = async (email: string): Promise<void> => {
  const { identity, orThrow, forgetSession } = await loadIdentity();
  const session = await orThrow(identity.getSession()).catch(() => undefined);
  if (session === undefined) return;
  if (session?.user.email !== email) identity.$store.notify('$sessionSignal');
  else await orThrow(identity.signOut()).catch(forgetSession);
};

interface TokenState {
  of: string;
  /** Why there is no token yet. */
  failure?: ApiError;
}

/** Maintains the access token of the signed-in user and removes it after sign-out. */
export const useAccessToken = (email: string | undefined, isChecking: boolean) => {
  const [state, setState] = useState<TokenState>();
  const keeper = useRef<TokenRenewal>(undefined);
  useEffect(() => {
    if (isChecking) return undefined;
    if (!email) {
      removeAccessToken();
      return undefined;
    }
    const kept = startTokenRenewal(email, {
      onReady: () => setState({ of: email }),
      // A failed renewal does not matter while there is a valid token.
      onFailure: (failure) => setState((last) => (last && !last.failure ? last : { of: email, failure })),
      onRefused: () => checkSession(email),
    });
    keeper.current = kept;
    return () => {
      kept.stop();
      setState(undefined);
    };
  }, [email, isChecking]);

  const own = state?.of === email ? state : undefined;
  const retry = useCallback(() => {
    setState(undefined);
    keeper.current?.tryNow();
  }, []);
  return {
    isReady: !email || (own !== undefined && !own.failure),
    failure: own?.failure,
    retry,
  };
};
