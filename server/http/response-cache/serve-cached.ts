import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymousKeyOf, cacheKeyOf } from './cache-key.ts';
import { CachedResponse } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache;
    changesReceived: () => Promise<void>;
  }
  interface FastifyRequest {
    /** How many changes had been received when the request came in. */
    changes: number;
    /** The key under which the response may be cached; undefined if it may not be. */
    cacheKey: string | undefined;
    /** Under which the response to an anonymous caller is cached, for a caller who shows an access token. */
    anonymousKey: string | undefined;
  }
  interface FastifyReply {
    topics: readonly string[] | undefined;
  }
}

/** Each response has its own, or gets it when it is sent. */
const NOT_CACHED = ['x-request-id', 'content-length', 'set-cookie', 'vary'];

/** What a response turned out to depend on; stays undefined for one that is not cached. */
interface Dependencies {
  topics?: readonly string[];
}

const dependencies = new AsyncLocalStorage<Dependencies>();

/** Makes a request to this server itself. @returns its response, and the topics under which that is cached, if it is */
export const withDependencies = async <T>(ask: () => Promise<T>): Promise<[T, Dependencies['topics']]> => {
  const found: Dependencies = {};
  return [await dependencies.run(found, ask), found.topics];
};

const noteTopics = (topics: readonly string[]): void => {
  const store = dependencies.getStore();
  if (store) store.topics = topics;
};

/**
 * Marks a response as the same for all anonymous callers until one of the topics changes. Browsers cache it as well,
 * and revalidate it each time. Requests with an access token bypass the cache, except through `answerAsAnonymous`.
 */
export const cacheUntilChanged = (reply: FastifyReply, topics: readonly string[]): void => {
  if (reply.request.cacheKey === undefined) return;
  reply.topics = topics;
  reply.header('cache-control', 'no-cache');
};

/** Sends a cached response without running the route. */
const send = async (
  response: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
  const message = await response.messageFor(accepted);
  const headers = [...message.headers, 'x-request-id', request.id];
  if (known === response.etag) {
    reply.raw.writeHead(304, headers).end();
  } else {
    reply.raw.writeHead(200, headers).end(message.body);
  }
};

/** Answers from the cache. @returns whether there was something under the request's key */
export const answerFromCache = (request: FastifyRequest, reply: FastifyReply): boolean => {
  const { cacheKey } = request;
  const response = cacheKey === undefined ? undefined : request.server.responseCache.get(cacheKey);
  if (!response) return false;
  noteTopics(response.topics);
  reply.hijack();
  send(response, request, reply).catch((error: unknown) => {
    request.log.error({ err: error }, 'A cached response could not be sent');
    reply.raw.destroy();
  });
  return true;
};

/**
 * Answers a signed-in user for whom the response is the same as for anonymous callers. Every change that was committed
 * before the request came is taken into account, whichever server made it: the cache hears of it first.
 * @returns whether the response was sent; otherwise the route continues as for an anonymous caller
 */
export const answerAsAnonymous = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
  const { responseCache, changesReceived } = request.server;
  await changesReceived();
  request.changes = responseCache.changes;
  request.cacheKey = request.anonymousKey;
  return answerFromCache(request, reply);
};

/**
 * Answers from the cache before any other hook runs, and stores what a route marks as cacheable. A cached response has
 * the headers that every response gets; only the request id is new.
 * @param changesReceived resolves once the cache knows of every change up to then
 */
export const registerResponseCache = (
  app: FastifyInstance,
  cache: ResponseCache,
  changesReceived: () => Promise<void>,
): void => {
  app.decorate('responseCache', cache);
  app.decorate('changesReceived', changesReceived);
  app.decorateRequest('changes', 0);
  app.decorateRequest('cacheKey', undefined);
  app.decorateRequest('anonymousKey', undefined);
  app.decorateReply('topics', undefined);

  app.addHook('onRequest', (request, reply, done) => {
    request.changes = cache.changes;
    request.cacheKey = cacheKeyOf(request);
    request.anonymousKey = anonymousKeyOf(request);
    if (!answerFromCache(request, reply)) done();
  });

  app.addHook('onSend', async (request, reply, payload) => {
    // A caller who has changed something must see the change in the next response.
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) await changesReceived();
    const { topics } = reply;
    const { cacheKey } = request;
    if (!topics || reply.statusCode !== 200 || cacheKey === undefined) return payload;
    if (typeof payload !== 'string') return payload;
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !NOT_CACHED.includes(name));
    const response = await CachedResponse.create(
      Buffer.from(payload),
      Object.fromEntries(headers) as Record<string, string>,
      topics,
      dependencies.getStore() !== undefined,
    );
    if (cache.store(cacheKey, response, request.changes)) noteTopics(topics);
    const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
    const message = await response.messageFor(accepted);
    for (let index = 0; index < message.headers.length; index += 2) {
      reply.header(message.headers[index]!, message.headers[index + 1]);
    }
    if (known !== response.etag) return message.body;
    reply.code(304);
    return undefined;
  });
};
