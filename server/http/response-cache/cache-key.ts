import type { FastifyRequest } from 'fastify';
import { fillPath } from '#contract/fill-path.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names of the query parameters of the route. Others do not affect the response. Absent: none. */
    query?: readonly string[];
    /** Whether signed-in users may get the response of anonymous callers (`respondAsAnonymous`). */
    mayBeAnonymous?: boolean;
    /** Replaces the key that is derived from path and query. */
    cacheKey?: (request: FastifyRequest) => string | undefined;
  }
}

/** The maximum length of a key in characters. A longer address is too specific to be worth caching. */
const MAX_KEY_LENGTH = 1_024;

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** The key: the route's pattern with its parameters, and the route's query parameters in a fixed order. */
const keyOf = ({ routeOptions: { url, config }, query, params }: FastifyRequest): string | undefined => {
  if (url === undefined) return undefined;
  const given = query as Record<string, unknown>;
  const known = new URLSearchParams();
  for (const name of config.query ?? []) {
    const value = given[name];
    if (value === undefined) continue;
    // The route rejects repeated parameters.
    if (typeof value !== 'string') return undefined;
    known.set(name, value);
  }
  known.sort();
  const key = fillPath(url, params as object) + (known.size > 0 ? `?${known}` : '');
  return key.length > MAX_KEY_LENGTH ? undefined : key;
};

/**
 * The key under which the response to a request is cached. Undefined if the response may differ between callers: for
 * writing methods, and with an access token.
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
