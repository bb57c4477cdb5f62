import { matchRoutes, type Params, type RouteMatch, type RouteObject } from 'react-router';
import { standsAlone } from '#web/layout/stands-alone.ts';
import type { PageHandle } from './page-handle.ts';

/** The page that an address leads to. */
export interface FoundPage {
  /** The same for every address of the page; undefined where there is no such page. */
  key: string | undefined;
  /** The path and query at which it is rendered. */
  address: string;
  /** Tells apart the forms that a missing page has. */
  missingKey: string;
  /** Absent for a page that the browser draws. */
  handle: PageHandle | undefined;
  params: Params;
  search: URLSearchParams;
  isUnknown: boolean;
  /** The ids of the routes, whose built files the page needs. */
  routeIds: string[];
}

const NOT_FOUND = '*';

/** The path and the query of a request's target, which may name a whole address (RFC 9112, section 3.2.2). */
const splitTarget = (target: string): { pathname: string; search: URLSearchParams } => {
  const [beforeHash = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('#');
  const [pathname = '', ...query] = beforeHash.split('?');
  return { pathname, search: new URLSearchParams(query.join('?')) };
};

/** Empty parts of a path and backslashes, which browsers read as slashes, are in no address of the site. */
const isPlainPath = (pathname: string): boolean =>
  pathname.startsWith('/') && !pathname.includes('//') && !pathname.includes('\\');

const patternOf = (matches: RouteMatch[]): string =>
  `/${matches
    .map(({ route }) => route.path ?? '')
    .filter((path) => path !== '' && path !== '/')
    .join('/')}`;

/** @param target of a request: path and query, or a whole address */
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
    missingKey: `${standsAlone(path)} ${pattern}`,
    handle,
    params,
    search,
    isUnknown,
    routeIds: matches.flatMap(({ route }) => route.id ?? []),
  };
};
