import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '#web/calls/client/api-error.ts';
import { isWorthRetrying } from '#web/calls/client/query-client.ts';
import { retryDelay } from '#web/calls/client/retry-delay.ts';
import { identitySession } from '#web/calls/session/identity-session.ts';
import type { IdentitySession } from '#web/calls/session/identity-state.ts';

/** Converts an error of the identity provider into the error type of the other calls. */
const asApiError = (error: { status?: number }): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(error.status ?? 0, {
        code: 'internal',
        message: 'The server could not process the request.',
      });

/**
 * The identity provider's session. A failed check does not sign the user out: the last result stays valid. Without
 * one, the check is retried a few times.
 */
export const useIdentitySession = () => {
  const { data, error, isPending } = useSyncExternalStore(
    identitySession.subscribe,
    identitySession.get,
    identitySession.getOnServer,
  );
  const [known, setKnown] = useState<{ session: IdentitySession['data'] }>();
  const [failures, setFailures] = useState(0);
  const failure = error && error.status !== 401 ? asApiError(error) : undefined;
  const hasResponse = !isPending && !failure;
  if (hasResponse && known?.session !== data) setKnown({ session: data });

  const isUnknown = !hasResponse && !known;
  const mayRetry = isUnknown && !isPending && isWorthRetrying(failures, failure!);
  useEffect(() => {
    if (!mayRetry) return undefined;
    const timer = window.setTimeout(() => {
      setFailures((count) => count + 1);
      identitySession.refetch();
    }, retryDelay(failures));
    return () => window.clearTimeout(timer);
  }, [mayRetry, failures]);

  const retry = useCallback(() => {
    setFailures(0);
    identitySession.refetch();
  }, []);
  return {
    session: hasResponse ? data : (known?.session ?? null),
    /** Whether the first check is still running. */
    isChecking: isUnknown && (isPending || mayRetry),
    /** Why the first check failed. */
    failure: isUnknown && !isPending && !mayRetry ? failure : undefined,
    retry,
  };
};
