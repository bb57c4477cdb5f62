import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cacheKeyOf } from './cache-key.ts';
import { KeptAnswer } from './kept-answer.ts';
import type { KeptAnswers } from './kept-answers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    keptAnswers: KeptAnswers;
    changesHeard: () => Promise<void>;
  }
  interface FastifyRequest {
    /** How many changes were heard of when the request came in. */
    changes: number;
    /** Under which the response is cached, if it may be; undefined for a caller of whom that is not known. */
    cacheKey: string | undefined;
  }
  interface FastifyReply {
    topics: readonly string[] | undefined;
  }
}

/** Each answer has its own, or gets it when it is sent. */
const NOT_KEPT = ['x-request-id', 'content-length', 'set-cookie', 'vary'];

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
 * Says that the answer is the same for everybody until one of the topics changes. Browsers keep it as well, and
 * ask whether it still holds. For whoever shows an access token it is neither kept nor taken from what is kept.
 */
export const keepUntilChanged = (reply: FastifyReply, topics: readonly string[]): void => {
  if (reply.request.cacheKey === undefined) return;
  reply.topics = topics;
  reply.header('cache-control', 'no-cache');
};

/** Sends an answer as it is kept, past everything that would have to make it first. */
const send = async (answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
  const message = await answer.messageFor(accepted);
  const headers = [...message.headers, 'x-request-id', request.id];
  if (known === answer.etag) {
    reply.raw.writeHead(304, headers).end();
  } else {
    reply.raw.writeHead(200, headers).end(message.body);
  }
};

/** Answers from the cache. @returns whether there was something under the request's key */
export const answerFromCache = (request: FastifyRequest, reply: FastifyReply): boolean => {
  const { cacheKey } = request;
  const answer = cacheKey === undefined ? undefined : request.server.keptAnswers.get(cacheKey);
  if (!answer) return false;
  noteTopics(answer.topics);
  reply.hijack();
  send(answer, request, reply).catch((error: unknown) => {
    request.log.error({ err: error }, 'A kept answer could not be sent');
    reply.raw.destroy();
  });
  return true;
};

/**
 * Answers from what is kept, before anything else is looked at, and keeps what a route says may be kept. What is
 * kept has the headers that every answer gets; only the id of the request is new.
 * @param changesHeard resolves once `kept` knows of every change until then
 */
export const registerKeptAnswers = (
  app: FastifyInstance,
  kept: KeptAnswers,
  changesHeard: () => Promise<void>,
): void => {
  app.decorate('keptAnswers', kept);
  app.decorate('changesHeard', changesHeard);
  app.decorateRequest('changes', 0);
  app.decorateRequest('cacheKey', undefined);
  app.decorateReply('topics', undefined);

  app.addHook('onRequest', (request, reply, done) => {
    request.changes = kept.changes;
    request.cacheKey = cacheKeyOf(request);
    if (!answerFromCache(request, reply)) done();
  });

  app.addHook('onSend', async (request, reply, payload) => {
    // Whoever has changed something sees it changed from then on.
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) await changesHeard();
    const { topics } = reply;
    const { cacheKey } = request;
    if (!topics || reply.statusCode !== 200 || cacheKey === undefined) return payload;
    if (typeof payload !== 'string') return payload;
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !NOT_KEPT.includes(name));
    const answer = await KeptAnswer.create(
      Buffer.from(payload),
      Object.fromEntries(headers) as Record<string, string>,
      topics,
    );
    if (kept.keep(cacheKey, answer, request.changes)) noteTopics(topics);
    const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
    const message = await answer.messageFor(accepted);
    for (let index = 0; index < message.headers.length; index += 2) {
      reply.header(message.headers[index]!, message.headers[index + 1]);
    }
    if (known !== answer.etag) return message.body;
    reply.code(304);
    return undefined;
  });
};
