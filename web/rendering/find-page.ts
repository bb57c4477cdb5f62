import { matchRoutes, type Params, type RouteMatch, type RouteObject } from 'react-router';
import { isStandalone } from '#web/paths.ts';
import type { PageHandle } from './page-handle.ts';

/** The page that a URL resolves to. */
export interface FoundPage {
  /** Identifies the page regardless of how its URL was written. Undefined if there is no such page. */
  key: string | undefined;
  /** The path and query to render. */
  address: string;
  /** Identifies the variant of the not-found page. */
  missingKey: string;
  /** Undefined if the page is rendered in the browser only. */
  handle: PageHandle | undefined;
  params: Params;
  search: URLSearchParams;
  isUnknown: boolean;
  /** The ids of the matched routes, whose built files the page needs. */
  routeIds: string[];
}

const NOT_FOUND = '*';

/** The path and query of a request target, which may be an absolute URL (RFC 9112, section 3.2.2). */
const splitTarget = (target: string): { pathname: string; search: URLSearchParams } => {
  const [beforeHash = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('#');
  const [pathname = '', ...query] = beforeHash.split('?');
  return { pathname, search: new URLSearchParams(query.join('?')) };
};

/** No URL of the site has empty path segments or backslashes, which browsers treat as slashes. */
const isPlainPath = (pathname: string): boolean =>
  pathname.startsWith('/') && !pathname.includes('//') && !pathname.includes('\\');

const patternOf = (matches: RouteMatch[]): string =>
  `/${matches
    .map(({ route }) => route.path ?? '')
    .filter((path) => path !== '' && path !== '/')
    .join('/')}`;

/** Resolves a URL to its page. @param target request target: path and query, or an absolute URL */
export const findPage = (routes: RouteObject[], target: string): FoundPage => {
  const { pathname, search } = splitTarget(target);
  const path = isPlainPath(pathname) ? pathname : '/-';
  const matches = matchRoutes(routes, path) ?? [];
  const page = matches.at(-1);
  const isUnknown = !page || page.route.path === NOT_FOUND;
  const handle = page?.route.handle as PageHandle | undefined;
  const params = page?.params ?? {};
  const pattern = patternOf(matches);
  const own = handle?.address ? handle.address({ params, search }) : pattern;
  return {
    key: isUnknown ? undefined : own,
    address: isUnknown || own === undefined || !handle ? path : own,
    missingKey: `${isStandalone(path)} ${pattern}`,
    handle,
    params,
    search,
    isUnknown,
    routeIds: matches.flatMap(({ route }) => route.id ?? []),
  };
};
