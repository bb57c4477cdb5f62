import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { FRESHNESS } from './query-client.ts';

/**
 * Loads the queries below a key again where they are shown, because something that they include has changed. A load that
 * is under way may have read the state before. Invalidation alone would keep the result of such a load if it is the first.
 */
export const reload = async (queryClient: QueryClient, queryKey: QueryKey): Promise<void> => {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
};

/**
 * Whether a query may be reloaded without being asked for. The links of a playing video and a text that is being edited,
 * for example, may not.
 */
const isReloadable = ({ observers }: Query): boolean =>
  observers.every(
    ({ options: { staleTime, refetchOnWindowFocus } }) =>
      staleTime !== Infinity && refetchOnWindowFocus !== false,
  );

/** Loads again what the screen shows, however fresh it is. What it has shown before is loaded when it is shown again. */
export const reloadScreen = async (queryClient: QueryClient): Promise<void> => {
  await queryClient.cancelQueries({ type: 'active', predicate: isReloadable });
  await queryClient.invalidateQueries({ predicate: isReloadable });
};

/** Whether a query has a result, and is not one that stays fresh for long because it is expensive. */
const isQuietlyReloadable = (query: Query): boolean =>
  isReloadable(query) &&
  query.isActive() &&
  // The screen would show again that it is loading.
  query.state.data !== undefined &&
  query.observers.every(
    ({ options: { staleTime } }) => typeof staleTime !== 'number' || staleTime <= FRESHNESS,
  );

/**
 * Loads again what the screen shows, without being asked for. The screen keeps showing the former results meanwhile.
 * @param before results that are not older than this moment are up to date, in milliseconds since 1970
 * @param except the key above the queries that are not loaded
 */
export const reloadQuietly = (queryClient: QueryClient, before: number, except: QueryKey): Promise<void> =>
  queryClient.refetchQueries({
    predicate: (query) =>
      isQuietlyReloadable(query) && query.state.dataUpdatedAt < before && query.queryKey[0] !== except[0],
  });
