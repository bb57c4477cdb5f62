import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { parse as parseForm } from 'qs';
import { createTables } from '../create-tables.ts';
import { registerChallenge } from './challenge.routes.ts';
import { type WebhookEndpoint, startDelivering } from './events.ts';
import { performRequest } from './perform-request.ts';
import { settlePendingRefunds } from './refunds.ts';
import { SANDBOX_ROUTE } from './sandbox-route.ts';
import { CARD_TABLES } from './store.ts';
import { stripeCalls } from './stripe-calls.ts';
import { StripeFailure } from './stripe-failure.ts';

export const CARD_SANDBOX_PATH = '/sandbox/stripe';

export interface CardSandboxOptions {
  pool: Pool;
  /** The server's public URL without a trailing slash. */
  baseUrl: string;
  secretKey: string;
  publishableKey: string;
  /** Where events are sent. Absent: events stay queued. */
  webhook?: WebhookEndpoint;
  /** The built script of the card form. */
  script: Buffer;
}

/** Makes a scope accept Stripe's forms and respond with its errors. */
const speakLikeStripe = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(body as string)),
  );
  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof StripeFailure) return reply.code(error.status).send({ error: error.error });
    request.log.error({ err: error }, 'The card sandbox failed');
    return reply.code(500).send({ error: { type: 'api_error', message: 'The card sandbox failed' } });
  });
};

const registerCalls = (scope: FastifyInstance, options: CardSandboxOptions): void => {
  const challengeUrl = (id: string) => `${options.baseUrl}${CARD_SANDBOX_PATH}/3ds/${id}`;
  for (const { method, url, work } of stripeCalls(challengeUrl))
    scope.route({
      method,
      url: `/v1${url}`,
      ...SANDBOX_ROUTE,
      handler: async (request, reply) => {
        const { status, body, replayed } = await performRequest(options.pool, options, request, work);
        if (replayed) reply.header('idempotent-replayed', 'true');
        return reply.code(status).send(body);
      },
    });
};

/** Sends events to the webhook while the server listens. */
const deliverEvents = (app: FastifyInstance, pool: Pool, webhook: WebhookEndpoint): void => {
  let stopDelivering: (() => Promise<void>) | undefined;
  app.addHook('onListen', () => {
    stopDelivering = startDelivering(pool, webhook, {
      prepare: () => settlePendingRefunds(pool),
      onError: (error) => app.log.error({ err: error }, 'Webhooks'),
    });
  });
  app.addHook('preClose', async () => stopDelivering?.());
};

/** Implements the part of Stripe's HTTP API that the site uses, under /sandbox/stripe/v1 (https://docs.stripe.com/api). */
export const registerCardSandbox = async (
  app: FastifyInstance,
  options: CardSandboxOptions,
): Promise<void> => {
  const { pool, webhook, script } = options;
  await createTables(pool, CARD_TABLES);
  await app.register(
    async (scope) => {
      speakLikeStripe(scope);
      registerCalls(scope, options);
      scope.get('/stripe.js', SANDBOX_ROUTE, (_request, reply) =>
        reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
      );
      registerChallenge(scope, pool);
    },
    { prefix: CARD_SANDBOX_PATH },
  );
  if (webhook) deliverEvents(app, pool, webhook);
};
