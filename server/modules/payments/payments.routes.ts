import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import * as calls from '#contract/payments.ts';
import type { Database } from '../../database/client.ts';
import { signedIn } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { openPaymentIntent } from './open-payment-intent.ts';
import { recordPayment } from './record-payment.ts';

export const registerPaymentRoutes = (
  app: FastifyInstance,
  context: { db: Database; stripe: Stripe },
): void => {
  route(app, calls.createPaymentIntent, signedIn, async ({ caller, params, body }) => ({
    clientSecret: await openPaymentIntent(context, caller, params.classId, body.price),
  }));

  route(app, calls.recordPayment, signedIn, async ({ caller, body }) => ({
    insertedId: await recordPayment(context, body.transactionId, caller.id),
  }));
};
