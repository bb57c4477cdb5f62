import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False on the server and until the browser has taken over the page that the server rendered. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
