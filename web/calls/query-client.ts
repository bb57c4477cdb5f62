import { QueryClient } from '@tanstack/react-query';
import { QUERY_DEFAULTS } from '#contract/constants.ts';
import { ApiError } from './api-error.ts';
import { retryDelay } from './retry-delay.ts';

/**
 * Whether a failure is worth another attempt without being asked for one: a 4xx is an answer, and who has waited for
 * the whole time-out already is told.
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
