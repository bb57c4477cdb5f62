import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

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
export const isReloadable = ({ observers }: Query): boolean =>
  observers.every(
    ({ options: { staleTime, refetchOnWindowFocus } }) =>
      staleTime !== Infinity && refetchOnWindowFocus !== false,
  );

/** Loads again what the screen shows, however fresh it is. What it has shown before is loaded when it is shown again. */
export const reloadScreen = async (queryClient: QueryClient): Promise<void> => {
  await queryClient.cancelQueries({ type: 'active', predicate: isReloadable });
  await queryClient.invalidateQueries({ predicate: isReloadable });
};
