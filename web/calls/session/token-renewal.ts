import type { ApiError } from '#web/calls/client/api-error.ts';
import { LONGEST_RETRY_DELAY, RETRIES, retryDelay } from '#web/calls/client/retry-delay.ts';
import { hasFreshToken, renewAccessToken, timeToNextRequest, timeToRenewal } from './access-token.ts';

interface Listeners {
  /** A token has been obtained. */
  onReady: () => void;
  /** No token can be obtained at the moment. The renewal continues to try. */
  onFailure: (error: ApiError) => void;
  /** The server rejected the session. The listener checks the session and stops the renewal if it has ended. */
  onRefused: () => Promise<void>;
}

export interface TokenRenewal {
  /** Tries again immediately, unless the server has asked to wait. */
  tryNow: () => void;
  stop: () => void;
}

/**
 * Renews the access token while a user is signed in. A failure does not sign the user out: the next attempt follows
 * after an increasing delay, or at the time that the server names.
 */
export const startTokenRenewal = (
  email: string,
  { onReady, onFailure, onRefused }: Listeners,
): TokenRenewal => {
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
      if (!hasFreshToken(email)) await renewAccessToken(email);
      if (isStopped()) return;
      failures = 0;
      onReady();
      schedule(timeToRenewal());
    } catch (thrown) {
      if (isStopped()) return;
      const error = thrown as ApiError;
      if (error.refusesCaller) await onRefused();
      const wait = Math.max(retryDelay(failures), timeToNextRequest());
      failures += 1;
      const isLong = error.code === 'timeout' || failures > RETRIES;
      if (isLong || wait > LONGEST_RETRY_DELAY) onFailure(error);
      if (!isStopped()) schedule(wait);
    }
  };

  void renew();
  return {
    tryNow: () => schedule(timeToNextRequest()),
    stop: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
};
