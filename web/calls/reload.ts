import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Loads the queries below a key again where they are shown, because something that they include has changed. A load that
 * is under way may have read the state before. Invalidation alone would keep the result of such a load if it is the first.
 */
export const reload = async (queryClient: QueryClient, queryKey: QueryKey): Promise<void> => {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
};
