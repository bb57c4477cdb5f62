import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { READING_METHODS } from '../route.ts';
import { anonymousKeyOf, cacheKeyOf } from './cache-key.ts';
import { CachedResponse } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache;
    changesReceived: () => Promise<void>;
  }
  interface FastifyRequest {
    /** The number of changes received before the request. */
    changes: number;
    /** The key under which the response may be cached; undefined if it may not be. */
    cacheKey: string | undefined;
    /** The key of the response to an anonymous caller, for a request with an access token. */
    anonymousKey: string | undefined;
  }
  interface FastifyReply {
    topics: readonly string[] | undefined;
  }
}

/** Headers that are not cached, because each response has its own or gets them when it is sent. */
const NOT_CACHED = ['x-request-id', 'content-length', 'set-cookie', 'vary'];

/** The topics of a response. They stay undefined if it is not cached. */
interface Dependencies {
  topics?: readonly string[];
}

const dependencies = new AsyncLocalStorage<Dependencies>();

/** Makes a request to this server itself. @returns its response, and the topics under which that is cached, if it is */
export const withDependencies = async <T>(ask: () => Promise<T>): Promise<[T, Dependencies['topics']]> => {
  const found: Dependencies = {};
  return [await dependencies.run(found, ask), found.topics];
};

const addTopics = (topics: readonly string[]): void => {
  const store = dependencies.getStore();
  if (store) store.topics = topics;
};

/**
 * Marks a response as the same for all anonymous callers until one of the topics changes. Browsers cache it as well,
 * and revalidate it each time. Requests with an access token bypass the cache, except through `respondAsAnonymous`.
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

/** Sends the cached response to a request, if there is one. @returns whether it was sent */
export const respondFromCache = (request: FastifyRequest, reply: FastifyReply): boolean => {
  const { cacheKey } = request;
  const response = cacheKey === undefined ? undefined : request.server.responseCache.get(cacheKey);
  if (!response) return false;
  addTopics(response.topics);
  reply.hijack();
  send(response, request, reply).catch((error: unknown) => {
    request.log.error({ err: error }, 'A cached response could not be sent');
    reply.raw.destroy();
  });
  return true;
};

/**
 * Responds from the cache to a signed-in user who gets the same response as anonymous callers. It includes every change
 * that any server committed before the request, because it first waits for their announcements.
 * @returns whether the response was sent; otherwise the route continues as for an anonymous caller
 */
export const respondAsAnonymous = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
  const { responseCache, changesReceived } = request.server;
  await changesReceived();
  request.changes = responseCache.changes;
  request.cacheKey = request.anonymousKey;
  return respondFromCache(request, reply);
};

/**
 * Responds from the cache before any other hook runs, and stores the responses that routes mark as cacheable. A cached
 * response has all headers that every response gets; only the request id is new.
 * @param changesReceived resolves once the cache has received every change that was committed before the call
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
    if (!respondFromCache(request, reply)) done();
  });

  app.addHook('onSend', async (request, reply, payload) => {
    // A caller must see their own change in the next response.
    if (!READING_METHODS.includes(request.method)) await changesReceived();
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
    if (cache.store(cacheKey, response, request.changes)) addTopics(topics);
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
