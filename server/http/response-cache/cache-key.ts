import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names of the query parameters that the route knows; others make no other response. Absent: none. */
    query?: readonly string[];
    /** Takes the place of the key that is made of path and query. */
    cacheKey?: (request: FastifyRequest) => string | undefined;
  }
}

/** Characters; a longer query is too special to be worth caching. */
const LONGEST = 1_024;

const fillIn = (pattern: string, params: Record<string, string>): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/**
 * Under which the response to a request is cached: the route's pattern with its parameters, and the query parameters
 * that the route knows, in one order. Undefined for requests whose response is not the same for everybody: any other
 * method, and callers that show an access token.
 */
export const cacheKeyOf = (request: FastifyRequest): string | undefined => {
  const { method, headers, routeOptions } = request;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { url, config } = routeOptions;
  if (config.cacheKey) return config.cacheKey(request);
  if (url === undefined || headers.authorization !== undefined) return undefined;
  const given = request.query as Record<string, unknown>;
  const query = new URLSearchParams();
  for (const name of config.query ?? []) {
    const value = given[name];
    if (value === undefined) continue;
    // A parameter that is given twice is refused.
    if (typeof value !== 'string') return undefined;
    query.set(name, value);
  }
  query.sort();
  const key = fillIn(url, request.params as Record<string, string>) + (query.size > 0 ? `?${query}` : '');
  return key.length > LONGEST ? undefined : key;
};
