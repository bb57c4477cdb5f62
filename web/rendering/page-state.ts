import { dehydrate, type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { ApiError, type SerializedApiError } from '#web/calls/client/api-error.ts';
import type { Site } from '#web/meta/site-context.ts';

/** The state that the server embeds in the document for hydration. */
export interface PageState {
  site: Omit<Site, 'collect' | 'updateSiteInfo'>;
  queries: DehydratedState | null;
}

/** The id of the element that holds the state. */
export const PAGE_STATE_ID = 'page-state';

/**
 * Serializes settled queries, including errors, so that the browser does not request a missing class again.
 * Timestamps are removed, so that equal data produces an identical document.
 */
export const serializeQueries = (client: QueryClient): DehydratedState => {
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

/** Hydrates the server's queries as if they had just arrived, because the server's clock may differ. */
export const hydrateQueries = (client: QueryClient, { queries, mutations }: DehydratedState): void => {
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
