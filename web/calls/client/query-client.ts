import { type InferDataFromTag, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { RETRIES, retryDelay } from './retry-delay.ts';

/** How long a response stays in memory after its last use, in milliseconds. */
const CACHE_LIFETIME = 5 * 60_000;
/**
 * How long a response is considered fresh, in milliseconds, so that the browser does not fetch again what the server
 * rendered.
 */
const FRESHNESS = 5_000;

/**
 * Whether a failed query is retried automatically. A 4xx response is final, and after a timeout the user has waited
 * long enough to be shown the error.
 */
export const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < RETRIES && error instanceof ApiError && error.isTemporary && error.code !== 'timeout';

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay,
        staleTime: FRESHNESS,
        gcTime: CACHE_LIFETIME,
      },
      // Fails at once without a connection, instead of waiting for one and running when the user no longer expects it.
      mutations: { networkMode: 'always' },
    },
  });

/** Options of a query that loads what is stored now, and fails at once without a connection. */
export const CURRENT = { staleTime: 0, networkMode: 'always' } as const;

/** Stores the given data in the cache and cancels a pending request, whose older response would overwrite it. */
export const showStored = <Key extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  stored: InferDataFromTag<unknown, Key>,
): void => {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, stored);
};
