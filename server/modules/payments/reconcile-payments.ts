import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { listUnsettledIntents, setIntentState } from './payments.repository.ts';
import { recordPayment } from './record-payment.ts';

/** Milliseconds between two rounds, and the age below which an intent is left to its buyer's browser. */
const INTERVAL = 60_000;
const GRACE = 15_000;
const BATCH = 100;

interface Context {
  db: Database;
  stripe: Stripe;
  log: Logger;
}

/**
 * Asks the provider for every intent that is not settled here and records those that were paid, so that a
 * payment whose browser was closed and whose webhook was lost still becomes an enrolment.
 */
export const reconcilePayments = async (context: Context, now = new Date()): Promise<void> => {
  const intents = await listUnsettledIntents(context.db, new Date(now.getTime() - GRACE), BATCH);
  for (const { id, providerId } of intents) {
    if (!providerId) continue;
    try {
      const held = await context.stripe.paymentIntents.retrieve(providerId);
      if (held.status === 'succeeded') await recordPayment(context, providerId);
      if (held.status === 'canceled') await setIntentState(context.db, id, 'canceled');
    } catch (error) {
      const cause = error instanceof ApiError ? error.code : error;
      context.log.error({ err: error, intent: providerId, cause }, 'A payment could not be reconciled');
    }
  }
};

/** Reconciles now and every minute. @returns a function that ends it and waits for the round under way */
export const startReconciling = (context: Context): (() => Promise<void>) => {
  let round: Promise<void> = Promise.resolve();
  const run = () => {
    round = round
      .then(() => reconcilePayments(context))
      .catch((error: unknown) => context.log.error({ err: error }, 'Reconciling payments failed'));
  };
  run();
  const timer = setInterval(run, INTERVAL);
  return () => {
    clearInterval(timer);
    return round;
  };
};
