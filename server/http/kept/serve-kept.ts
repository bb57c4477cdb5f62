import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  }
  interface FastifyReply {
    topics: readonly string[] | undefined;
  }
}

/** Every answer has its own. */
const NOT_KEPT = ['x-request-id', 'content-length', 'set-cookie', 'vary'];

/**
 * Says that the answer is the same for everybody until one of the topics changes. Browsers keep it as well, and
 * ask whether it still holds. For whoever shows an access token it is neither kept nor taken from what is kept.
 */
export const keepUntilChanged = (reply: FastifyReply, topics: readonly string[]): void => {
  if (reply.request.headers.authorization !== undefined) return;
  reply.topics = topics;
  reply.header('cache-control', 'no-cache');
};

const isKeepable = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.authorization === undefined;

/** Puts the answer's headers in place. @returns what is to be sent: nothing where the browser has it already */
const fill = (answer: KeptAnswer, { headers }: FastifyRequest, reply: FastifyReply): Buffer | undefined => {
  reply.headers({ etag: answer.etag, vary: 'accept-encoding, authorization' });
  if (headers['if-none-match'] === answer.etag) {
    reply.removeHeader('content-type').code(304);
    return undefined;
  }
  const { body, encoding } = answer.bodyFor(headers['accept-encoding'])!;
  if (encoding) reply.header('content-encoding', encoding);
  return body;
};

/**
 * Answers from what is kept, before anything else is looked at, and keeps what a route says may be kept.
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
  app.decorateReply('topics', undefined);

  app.addHook('onRequest', async (request, reply) => {
    request.changes = kept.changes;
    const answer = isKeepable(request) ? kept.get(request.url) : undefined;
    if (!answer) return;
    await answer.prepare(request.headers['accept-encoding']);
    reply.headers(answer.headers);
    return reply.send(fill(answer, request, reply));
  });

  app.addHook('onSend', async (request, reply, payload) => {
    // Whoever has changed something sees it changed from then on.
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) await changesHeard();
    const { topics } = reply;
    if (!topics || reply.statusCode !== 200 || !isKeepable(request)) return payload;
    if (typeof payload !== 'string') return payload;
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !NOT_KEPT.includes(name));
    const answer = new KeptAnswer(
      Buffer.from(payload),
      Object.fromEntries(headers) as Record<string, string>,
      topics,
    );
    kept.keep(request.url, answer, request.changes);
    await answer.prepare(request.headers['accept-encoding']);
    return fill(answer, request, reply);
  });
};
