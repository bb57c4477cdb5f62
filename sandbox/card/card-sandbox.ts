import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { parse as parseForm } from 'qs';
import type Stripe from 'stripe';
import { createTables } from '../create-tables.ts';
import { registerChallenge } from './challenge.routes.ts';
import { answerDispute, closeDispute } from './disputes.ts';
import { type WebhookEndpoint, startDelivering } from './events.ts';
import { expand } from './expand.ts';
import { type StoredResponse, respondOnce } from './idempotency.ts';
import { readListRequest } from './list-request.ts';
import * as intents from './payment-intents.ts';
import { type CardInput, createPaymentMethod } from './payment-methods.ts';
import { createRefund, settlePendingRefunds } from './refunds.ts';
import { CARD_TABLES, inTransaction, Store } from './store.ts';
import { invalidRequest, missing, StripeFailure } from './stripe-failure.ts';

export const CARD_SANDBOX_PATH = '/sandbox/stripe';
const ACCESS = {
  config: { access: 'card sandbox', limit: { unlimited: 'For the demo only' } },
  schema: { hide: true },
};

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

type Form = Record<string, unknown>;
interface SandboxRequest {
  store: Store;
  id: string;
  form: Form;
  /** Secret keys allow every call, publishable keys only those that a browser makes with a client secret. */
  isSecret: boolean;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const keyOf = (request: FastifyRequest): string | undefined => {
  const authorization = request.headers.authorization ?? '';
  if (authorization.startsWith('Bearer ')) return authorization.slice('Bearer '.length);
  return text((request.body as Form | undefined)?.key) ?? text((request.query as Form).key);
};

/** Allows browsers to access an intent only with its client secret. */
const checkClientSecret = async ({ store, id, form, isSecret }: SandboxRequest): Promise<void> => {
  if (isSecret) return;
  const { object } = await store.get<Stripe.PaymentIntent>('payment_intent', id);
  if (object.client_secret !== text(form.client_secret)) throw missing('payment_intent', id);
};

const requireSecretKey = ({ isSecret }: SandboxRequest): void => {
  if (!isSecret) {
    throw invalidRequest(
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
      {},
      403,
    );
  }
};

/** Returns a list of one type, newest first. */
const listOf = (type: string) => async (input: SandboxRequest) => {
  requireSecretKey(input);
  const { store, form } = input;
  const page = { object: 'list', ...(await store.list(type, readListRequest(form))), url: `/v1/${type}s` };
  return expand(store, page, form.expand);
};

const readObject =
  (type: string) =>
  async ({ store, id, form }: SandboxRequest) =>
    expand(store, (await store.get(type, id)).object, form.expand);

/** Implements the part of Stripe's HTTP API that the site uses, under /sandbox/stripe/v1 (https://docs.stripe.com/api). */
export const registerCardSandbox = async (
  app: FastifyInstance,
  options: CardSandboxOptions,
): Promise<void> => {
  const { pool, baseUrl } = options;
  await createTables(pool, CARD_TABLES);

  const perform = async (
    request: FastifyRequest,
    work: (input: SandboxRequest) => Promise<object>,
  ): Promise<StoredResponse> => {
    const key = keyOf(request);
    if (key !== options.secretKey && key !== options.publishableKey) {
      throw invalidRequest('Invalid API Key provided', {}, 401);
    }
    const { id = '' } = request.params as { id?: string };
    const query = parseForm(request.url.split('?')[1] ?? '');
    const form: Form = { ...query, ...(request.body as Form | undefined) };
    const idempotencyKey = text(request.headers['idempotency-key']);
    return inTransaction(pool, (client) =>
      respondOnce(client, idempotencyKey, { url: request.url, form }, async () => {
        try {
          const isSecret = key === options.secretKey;
          const store = new Store(client, key.includes('_live_'));
          return { status: 200, body: await work({ store, id, form, isSecret }) };
        } catch (error) {
          if (!(error instanceof StripeFailure)) throw error;
          return { status: error.status, body: { error: error.error } };
        }
      }),
    );
  };

  const challengeUrl = (id: string) => `${baseUrl}${CARD_SANDBOX_PATH}/3ds/${id}`;

  await app.register(
    async (scope) => {
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
      const on = (method: 'GET' | 'POST', url: string, work: (input: SandboxRequest) => Promise<object>) =>
        scope.route({
          method,
          url: `/v1${url}`,
          ...ACCESS,
          handler: async (request, reply) => {
            const { status, body, replayed } = await perform(request, work);
            if (replayed) reply.header('idempotent-replayed', 'true');
            return reply.code(status).send(body);
          },
        });

      on('POST', '/payment_intents', async (input) => {
        requireSecretKey(input);
        return intents.createPaymentIntent(input.store, input.form);
      });
      on('GET', '/payment_intents/:id', async (input) => {
        await checkClientSecret(input);
        return readObject('payment_intent')(input);
      });
      on('POST', '/payment_intents/:id/confirm', async (input) => {
        await checkClientSecret(input);
        const { store, id, form } = input;
        const data = form.payment_method_data as { card?: CardInput } | undefined;
        const made = data?.card && (await createPaymentMethod(store, data.card));
        return intents.confirmPaymentIntent(store, id, {
          paymentMethod: made?.id ?? text(form.payment_method),
          returnUrl: text(form.return_url),
          challengeUrl: challengeUrl(id),
        });
      });
      on('POST', '/payment_intents/:id/cancel', async (input) => {
        requireSecretKey(input);
        return intents.cancelPaymentIntent(input.store, input.id);
      });
      on('POST', '/payment_methods', async ({ store, form }) => {
        if (form.type !== 'card') throw invalidRequest('Only cards are supported.', { param: 'type' });
        return createPaymentMethod(store, form.card ?? {});
      });
      on('POST', '/refunds', async (input) => {
        requireSecretKey(input);
        return createRefund(input.store, input.form);
      });
      on('POST', '/disputes/:id', async (input) => {
        requireSecretKey(input);
        return answerDispute(
          input.store,
          input.id,
          input.form.evidence as Record<string, string> | undefined,
        );
      });
      on('POST', '/disputes/:id/close', async (input) => {
        requireSecretKey(input);
        return closeDispute(input.store, input.id, 'lost');
      });
      for (const type of ['payment_intent', 'charge', 'refund', 'event', 'dispute']) {
        on('GET', `/${type}s`, listOf(type));
      }
      for (const type of ['payment_method', 'charge', 'refund', 'event', 'dispute']) {
        on('GET', `/${type}s/:id`, async (input) => {
          requireSecretKey(input);
          return readObject(type)(input);
        });
      }

      scope.get('/stripe.js', ACCESS, (_request, reply) =>
        reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(options.script),
      );
      registerChallenge(scope, pool);
    },
    { prefix: CARD_SANDBOX_PATH },
  );

  let stopDelivering: (() => Promise<void>) | undefined;
  const { webhook } = options;
  app.addHook('onListen', () => {
    if (!webhook) return;
    stopDelivering = startDelivering(pool, webhook, {
      prepare: () => settlePendingRefunds(pool),
      onError: (error) => app.log.error({ err: error }, 'Webhooks'),
    });
  });
  app.addHook('preClose', async () => stopDelivering?.());
};
