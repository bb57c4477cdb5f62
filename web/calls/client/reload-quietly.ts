import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { isReloadable } from './reload.ts';

/**
 * Whether a query has a result, and is not one that stays fresh for long because it is expensive.
 * @param usual how long others stay fresh, in milliseconds
 */
const isQuietlyReloadable = (query: Query, usual: unknown): boolean =>
  isReloadable(query) &&
  query.isActive() &&
  // The screen would show again that it is loading.
  query.state.data !== undefined &&
  query.observers.every(({ options: { staleTime = 0 } }) => staleTime === usual || staleTime === 0);

/**
 * Loads again what the screen shows, without being asked for. The screen keeps showing the former results meanwhile.
 * @param before results that are not older than this moment are up to date, in milliseconds since 1970
 * @param except the key above the queries that are not loaded
 */
export const reloadQuietly = (queryClient: QueryClient, before: number, except: QueryKey): Promise<void> => {
  const usual = queryClient.getDefaultOptions().queries?.staleTime;
  return queryClient.refetchQueries({
    predicate: (query) =>
      isQuietlyReloadable(query, usual) &&
      query.state.dataUpdatedAt < before &&
      query.queryKey[0] !== except[0],
  });
};
