import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Whether the browser has no connection. Queries then wait for it, and continue when it is back. */
export const useOffline = (): boolean =>
  !useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  );
