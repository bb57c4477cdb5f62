import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Invalidates all queries of these kinds. Those that are shown are loaded again. */
export const invalidate = async (
  queryClient: QueryClient,
  ...kinds: readonly { all: QueryKey }[]
): Promise<void> => {
  await Promise.all(kinds.map(({ all }) => queryClient.invalidateQueries({ queryKey: all })));
};
