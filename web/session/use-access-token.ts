import { useEffect, useRef, useState } from 'react';
import { removeAccessToken } from '#web/calls/access-token.ts';
import type { ApiError } from '#web/calls/api-error.ts';
import { identity, orThrow } from '#web/calls/identity.ts';
import { keepAccessToken, type TokenKeeper } from '#web/calls/keep-access-token.ts';

/**
 * Finds out why a token was refused: the session has ended, or the address has changed and there is a new one to ask
 * for. What cannot be found out now is when the token is asked for again.
 */
const checkSession = async (email: string): Promise<void> => {
  const session = await orThrow(identity.getSession()).catch(() => undefined);
  if (session === undefined) return;
  if (session?.user.email !== email) identity.$store.notify('$sessionSignal');
  else await orThrow(identity.signOut()).catch(removeAccessToken);
};

interface TokenState {
  of: string;
  /** Why there is no token yet. */
  failure?: ApiError;
}

/** Keeps the access token of whoever is signed in; without anybody there is none. */
export const useAccessToken = (email: string | undefined, isChecking: boolean) => {
  const [state, setState] = useState<TokenState>();
  const keeper = useRef<TokenKeeper>(undefined);
  useEffect(() => {
    if (isChecking) return undefined;
    if (!email) {
      removeAccessToken();
      return undefined;
    }
    const kept = keepAccessToken(email, {
      onReady: () => setState({ of: email }),
      // Whoever has a token already goes on with it.
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
  return {
    isReady: !email || (own !== undefined && !own.failure),
    failure: own?.failure,
    retry: () => {
      setState(undefined);
      keeper.current?.tryNow();
    },
  };
};
