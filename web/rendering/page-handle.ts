import type { QueryExecuteOptions, QueryKey } from '@tanstack/react-query';
import type { Params } from 'react-router';
import type { SiteInfo } from '#contract/site-info.ts';

export interface PageRequest {
  params: Params;
  search: URLSearchParams;
  site: SiteInfo;
  /** Prefetches a query. @returns its data, or undefined if it failed; the page reports the error itself */
  load: <Data, Key extends QueryKey>(
    query: QueryExecuteOptions<Data, Error, Data, Data, Key>,
  ) => Promise<Data | undefined>;
}

/**
 * The `handle` of a server-rendered page. `prefetch` loads the queries of the first render.
 * Pages without a handle are rendered in the browser only.
 */
export interface PageHandle {
  /** The page belongs to a class. The site's settings decide whether visitors must log in to see it. */
  isClassPage?: boolean;
  /** The page may embed YouTube and Vimeo players, which its Content-Security-Policy then allows. */
  embedsVideos?: boolean;
  /** Members may see pages that do not exist for visitors, so the server renders the page for visitors only. */
  showsMoreToMembers?: boolean;
  prefetch: (request: PageRequest) => Promise<unknown>;
  /**
   * The canonical path and query of the requested page, without parameters that do not change it.
   * Undefined if no such page can exist. Absent: the path of the route.
   */
  address?: (request: Pick<PageRequest, 'params' | 'search'>) => string | undefined;
}

/** For a page without data. */
export const STATIC_PAGE: PageHandle = { prefetch: async () => undefined };
