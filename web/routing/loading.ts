import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isLoading = false;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const noteLoading = (next: boolean): void => {
  isLoading = next;
  for (const listener of listeners) listener();
};

/** Whether the next page has been requested, but its screen is taking a while to load. */
export const useIsLoading = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isLoading,
    () => false,
  );
