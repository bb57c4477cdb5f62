import { QUERY_DEFAULTS } from '#contract/constants.ts';
import { renewAccessToken, timeToAsk, timeToRenewal } from './access-token.ts';
import type { ApiError } from './api-error.ts';
import { retryDelay } from './retry-delay.ts';

interface Listeners {
  /** A token is there. */
  onReady: () => void;
  /** No token can be had for the time being; it goes on trying. */
  onFailure: (error: ApiError) => void;
  /** The server does not know the session any more. Whoever finds that to be so stops the keeper. */
  onRefused: () => Promise<void>;
}

export interface TokenKeeper {
  /** Tries again at once, unless the server has asked to wait. */
  tryNow: () => void;
  stop: () => void;
}

/**
 * Keeps the access token of a signed-in person new for as long as they are. A failure is no reason to sign out: the
 * next attempt comes after a growing delay, or when the server has asked for it.
 */
export const keepAccessToken = (email: string, { onReady, onFailure, onRefused }: Listeners): TokenKeeper => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const isStopped = () => ended;
  let failures = 0;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), delay);
  };

  const renew = async (): Promise<void> => {
    try {
      await renewAccessToken(email);
      if (isStopped()) return;
      failures = 0;
      onReady();
      schedule(timeToRenewal());
    } catch (thrown) {
      if (isStopped()) return;
      const error = thrown as ApiError;
      if (error.refusesCaller) await onRefused();
      const wait = Math.max(retryDelay(failures), timeToAsk());
      failures += 1;
      const isLong = error.code === 'timeout' || failures > QUERY_DEFAULTS.retries;
      if (isLong || wait > QUERY_DEFAULTS.longestRetryDelay) onFailure(error);
      if (!isStopped()) schedule(wait);
    }
  };

  void renew();
  return {
    tryNow: () => schedule(timeToAsk()),
    stop: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
};
