import { useCallback, useContext } from 'react';
import { SessionContext } from './session-context.ts';

/** How long a sign-in may take to complete, in milliseconds. */
const PATIENCE = 30_000;

/**
 * For forms that sign the user in. After the identity provider has accepted them, the session and its access token still
 * have to arrive.
 * @returns a function that waits until the session has a user
 * @throws (the function) Error, for the user, if the session could not be loaded or took too long
 */
export const useUntilSignedIn = (): (() => Promise<void>) => {
  const store = useContext(SessionContext)!;
  return useCallback(
    () =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          unsubscribe();
          window.clearTimeout(timer);
          settle();
        };
        const check = () => {
          const { user, failure } = store.current();
          if (user) end(resolve);
          else if (failure) end(() => reject(new Error(failure)));
        };
        const unsubscribe = store.subscribe(check);
        const timer = window.setTimeout(
          () => end(() => reject(new Error('Your session could not be loaded. Please try again.'))),
          PATIENCE,
        );
        check();
      }),
    [store],
  );
};
