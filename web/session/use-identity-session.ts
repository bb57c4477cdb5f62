import { useEffect, useState } from 'react';
import { ApiError } from '#web/calls/api-error.ts';
import { identity } from '#web/calls/identity.ts';
import { isWorthRetrying } from '#web/calls/query-client.ts';
import { retryDelay } from '#web/calls/retry-delay.ts';

type Answer = ReturnType<typeof identity.useSession>['data'];

/** What the identity provider refused or did not answer, as the other calls see it. */
const asApiError = (error: { status?: number }): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(error.status ?? 0, { code: 'internal', message: 'The server could not answer.' });

/**
 * The identity provider's session. A check that fails says nothing about who is there: the last answer stands, and
 * until there is one it is tried again a few times.
 */
export const useIdentitySession = () => {
  const { data, error, isPending, refetch } = identity.useSession();
  const [known, setKnown] = useState<{ answer: Answer }>();
  const [failures, setFailures] = useState(0);
  const failure = error && error.status !== 401 ? asApiError(error) : undefined;
  const isAnswered = !isPending && !failure;
  if (isAnswered && known?.answer !== data) setKnown({ answer: data });

  const isUnknown = !isAnswered && !known;
  const mayRetry = isUnknown && !isPending && isWorthRetrying(failures, failure!);
  useEffect(() => {
    if (!mayRetry) return undefined;
    const timer = window.setTimeout(() => {
      setFailures((count) => count + 1);
      void refetch();
    }, retryDelay(failures));
    return () => window.clearTimeout(timer);
  }, [mayRetry, failures, refetch]);

  return {
    session: isAnswered ? data : (known?.answer ?? null),
    /** Nothing is known yet, but soon will be. */
    isChecking: isUnknown && (isPending || mayRetry),
    /** Why nothing can be known. */
    failure: isUnknown && !isPending && !mayRetry ? failure : undefined,
    retry: () => {
      setFailures(0);
      void refetch();
    },
  };
};
