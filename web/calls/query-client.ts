import { QueryClient } from '@tanstack/react-query';
import { QUERY_DEFAULTS } from '#contract/constants.ts';
import { ApiError } from './api-error.ts';

/** Only what may succeed later is tried again: a 4xx is an answer (spec section 9, query defaults). */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < QUERY_DEFAULTS.retries && error instanceof ApiError && error.isTemporary;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, QUERY_DEFAULTS.longestRetryDelay),
        staleTime: QUERY_DEFAULTS.freshness,
        gcTime: QUERY_DEFAULTS.cacheLifetime,
      },
    },
  });
