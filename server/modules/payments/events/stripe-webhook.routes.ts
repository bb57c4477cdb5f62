import type { FastifyInstance, FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import type { Database } from '../../../database/client.ts';
import { ApiError } from '../../../http/api-error.ts';
import { Tally } from '../../../http/tally.ts';
import { isLive } from '../../../stripe/client.ts';
import { isEvent, toEventRow } from './event-row.ts';
import { receiveEvent } from './handle-event.ts';
import { countBadSignature } from '../payment-counters.ts';
import { findShopMark } from '../shop.repository.ts';
import { noteRefused, type WebhookSignatures } from './webhook-signatures.ts';

export const WEBHOOK_PATH = '/webhooks/stripe';

/**
 * The period in which the log has one line for the first ignored or refused event and one for the number of further ones,
 * in milliseconds. Anyone can send events without a valid signature.
 */
const PERIOD = 60_000;

/** The form of a signature (https://docs.stripe.com/webhooks#verify-manually). */
const SIGNATURE = /^t=\d+,v1=[\da-f]{64}/;

interface StripeWebhookContext {
  db: Database;
  stripe: Stripe;
  webhookSecret: string;
  signatures: WebhookSignatures;
}

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

/**
 * POST /webhooks/stripe: receives the provider's events about payments, refunds and disputes. The signature covers the
 * raw body (https://docs.stripe.com/webhooks#verify-events). Only the ids of a verified event are trusted; the objects
 * are read from the provider. An event that cannot be handled yet is answered with an error, so that the provider sends
 * it again; it is also retried here. An event of an unknown shape can never be handled. It is acknowledged, because the
 * provider disables an endpoint that keeps refusing events.
 */
export const registerStripeWebhook = (
  app: FastifyInstance,
  { webhookSecret, signatures, ...context }: StripeWebhookContext,
): void => {
  const badSignatures = new Tally(
    (more) => app.log.warn({ more }, 'More webhook events had no valid signature'),
    PERIOD,
  );
  const unknownShapes = new Tally(
    (more) => app.log.warn({ more }, 'More webhook events of an unknown shape were ignored'),
    PERIOD,
  );
  app.addHook('onClose', async () => {
    badSignatures.flush();
    unknownShapes.flush();
  });

  const requireSignature = (request: FastifyRequest): void => {
    const signature = String(request.headers['stripe-signature'] ?? '');
    try {
      // Not `constructEvent`, which also throws for a verified event of the provider's second API.
      context.stripe.webhooks.signature!.verifyHeader(request.body as Buffer, signature, webhookSecret);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      countBadSignature();
      // A request without a well-formed signature says nothing about the secret.
      if (SIGNATURE.test(signature)) noteRefused(signatures, request.body as Buffer);
      if (badSignatures.countAfterFirst())
        request.log.warn({ reason: error.message.split('\n')[0] }, 'A webhook event has no valid signature');
      throw new ApiError('invalid_input', 'The signature of this event is not valid');
    }
  };

  const ignore = (request: FastifyRequest, { id, object, type }: Record<string, unknown>): void => {
    if (unknownShapes.countAfterFirst())
      request.log.warn({ id, object, type }, 'A webhook event of an unknown shape was ignored');
  };

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const limit = {
      unlimited: 'Events are authenticated by their signature; the provider resends rejected ones',
    };
    scope.post(
      WEBHOOK_PATH,
      { schema: { hide: true }, config: { access: 'signature', limit } },
      async (request) => {
        requireSignature(request);
        const event = Object(parseJson(request.body as Buffer)) as Record<string, unknown>;
        const live = isLive(context.stripe);
        // After a change of the keys, the signing secret can still be that of an endpoint of the other mode.
        if (event.livemode === !live) return { received: true };
        signatures.verifiedAt = new Date();
        if (!isEvent(event)) {
          ignore(request, event);
          return { received: true };
        }
        const row = toEventRow(event, await findShopMark(context.db), live);
        if (row) await receiveEvent({ ...context, log: request.log }, row);
        return { received: true };
      },
    );
  });
};
