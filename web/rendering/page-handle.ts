import type { QueryExecuteOptions, QueryKey } from '@tanstack/react-query';
import type { Params } from 'react-router';

export interface PageRequest {
  params: Params;
  search: URLSearchParams;
  /** Loads a query for the page. @returns its answer, or undefined where it failed; the page says so itself */
  load: <Data, Key extends QueryKey>(
    query: QueryExecuteOptions<Data, Error, Data, Data, Key>,
  ) => Promise<Data | undefined>;
}

/**
 * The `handle` of a page that the server renders. `prefetch` loads the queries with which the page begins.
 * Pages without it are drawn in the browser alone.
 */
export interface PageHandle {
  prefetch: (request: PageRequest) => Promise<unknown>;
  /**
   * The one address (path and query) of the page that is asked for: what else an address says makes no other page.
   * Undefined where there can be no such page. Absent: the path of the route.
   */
  address?: (request: Pick<PageRequest, 'params' | 'search'>) => string | undefined;
}

/** For a page that loads nothing. */
export const STATIC_PAGE: PageHandle = { prefetch: async () => undefined };
