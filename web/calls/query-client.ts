import { QueryClient } from '@tanstack/react-query';
import { QUERY_DEFAULTS } from '#contract/constants.ts';
import { ApiError } from './api-error.ts';
import { retryDelay } from './retry-delay.ts';

/**
 * Whether a failed query is retried automatically. A 4xx response is final, and after a timeout the user has waited
 * long enough to be shown the error.
 */
export const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < QUERY_DEFAULTS.retries &&
  error instanceof ApiError &&
  error.isTemporary &&
  error.code !== 'timeout';

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay,
        staleTime: QUERY_DEFAULTS.freshness,
        gcTime: QUERY_DEFAULTS.cacheLifetime,
      },
    },
  });
