import { useEffect, useEffectEvent, useState } from 'react';

/** When the list is loaded again after a retry, in milliseconds. Most mail servers respond within a few seconds. */
const TIMES = [1_000, 3_000, 7_000, 15_000, 30_000, 60_000];

/**
 * Reloads the list several times after a retry, because emails are sent in the background and one that fails again
 * reappears. Stops when the screen is left.
 * @returns a function to call after each retry
 */
export const useRefreshAfterRetry = (onRefresh: () => void): (() => void) => {
  const [retries, setRetries] = useState(0);
  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    if (retries === 0) return undefined;
    const timers = TIMES.map((time) => setTimeout(() => refresh(), time));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [retries]);
  return () => setRetries((count) => count + 1);
};
