import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names of the query parameters that the route knows; others make no other response. Absent: none. */
    query?: readonly string[];
    /** Whether signed-in users may get the response of anonymous callers (`answerAsAnonymous`). */
    mayBeAnonymous?: boolean;
    /** Takes the place of the key that is made of path and query. */
    cacheKey?: (request: FastifyRequest) => string | undefined;
  }
}

/** Characters; a longer query is too special to be worth caching. */
const LONGEST = 1_024;

const fillIn = (pattern: string, params: Record<string, string>): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** The route's pattern with its parameters, and the query parameters that the route knows, in one order. */
const keyOf = ({ routeOptions: { url, config }, query, params }: FastifyRequest): string | undefined => {
  if (url === undefined) return undefined;
  const given = query as Record<string, unknown>;
  const known = new URLSearchParams();
  for (const name of config.query ?? []) {
    const value = given[name];
    if (value === undefined) continue;
    // A parameter that is given twice is refused.
    if (typeof value !== 'string') return undefined;
    known.set(name, value);
  }
  known.sort();
  const key = fillIn(url, params as Record<string, string>) + (known.size > 0 ? `?${known}` : '');
  return key.length > LONGEST ? undefined : key;
};

/**
 * The key under which the response to a request is cached. Undefined for requests whose response may not be the same
 * for everybody: any method that writes, and callers that show an access token.
 */
export const cacheKeyOf = (request: FastifyRequest): string | undefined => {
  if (!isRead(request)) return undefined;
  const { cacheKey } = request.routeOptions.config;
  if (cacheKey) return cacheKey(request);
  return request.headers.authorization === undefined ? keyOf(request) : undefined;
};

/**
 * The key of the response that an anonymous caller would get, for a request with an access token. Read it before
 * validation, which converts the query.
 */
export const anonymousKeyOf = (request: FastifyRequest): string | undefined =>
  isRead(request) && request.headers.authorization !== undefined && request.routeOptions.config.mayBeAnonymous
    ? keyOf(request)
    : undefined;
