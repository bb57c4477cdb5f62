import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { handleEvent } from './handle-event.ts';

export const WEBHOOK_PATH = '/webhooks/stripe';

/**
 * POST /webhooks/stripe: the provider's own word of payments, refunds and disputes. The signature covers the raw body
 * (https://docs.stripe.com/webhooks#verify-events); of a verified event only the ids are used, and what
 * they name is read again at the provider. Whatever cannot be handled yet is answered with an error, so that
 * the provider sends it again.
 */
export const registerStripeWebhook = (
  app: FastifyInstance,
  { webhookSecret, ...context }: { db: Database; stripe: Stripe; webhookSecret: string },
): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(WEBHOOK_PATH, { schema: { hide: true }, config: { access: 'signature' } }, async (request) => {
      const event = readEvent(
        context.stripe,
        request.body,
        request.headers['stripe-signature'],
        webhookSecret,
      );
      await handleEvent({ ...context, log: request.log }, event);
      return { received: true };
    });
  });
};

const readEvent = (
  stripe: Stripe,
  body: unknown,
  signature: string | string[] | undefined,
  secret: string,
) => {
  try {
    return stripe.webhooks.constructEvent(body as Buffer, signature ?? '', secret);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    throw new ApiError('invalid_input', 'The signature of this event is not valid');
  }
};
