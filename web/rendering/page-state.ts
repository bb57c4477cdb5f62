import { dehydrate, type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { ApiError, type SerializedApiError } from '#web/calls/api-error.ts';

/** What the server leaves in the document for the browser to go on from. */
export interface PageState {
  baseUrl: string;
  queries: DehydratedState | null;
}

/** The id of the element that holds it. */
export const PAGE_STATE_ID = 'page-state';

/**
 * Answers as well as refusals: a class that does not exist is known not to. Without moments, so that the same
 * answers make the same document.
 */
export const keepQueries = (client: QueryClient): DehydratedState => {
  const { mutations, queries } = dehydrate(client, {
    shouldDehydrateQuery: ({ state }) => state.status !== 'pending',
  });
  return {
    mutations,
    queries: queries.map(({ queryKey, queryHash, state }) => ({
      queryKey,
      queryHash,
      dehydratedAt: 0,
      state: { ...state, dataUpdatedAt: 0, errorUpdatedAt: 0 },
    })),
  };
};

/** Takes over what the server has loaded as if it had arrived now; `dataUpdatedAt` would be the server's clock. */
export const restoreQueries = (client: QueryClient, { queries, mutations }: DehydratedState): void => {
  const now = Date.now();
  hydrate(client, {
    mutations,
    queries: queries.map((query) => {
      const error = query.state.error as SerializedApiError | null;
      return {
        ...query,
        state: { ...query.state, dataUpdatedAt: now, error: error && ApiError.from(error) },
      };
    }),
  });
};

export const readPageState = (): PageState =>
  JSON.parse(document.getElementById(PAGE_STATE_ID)!.textContent) as PageState;
