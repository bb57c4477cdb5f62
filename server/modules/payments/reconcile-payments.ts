import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { findClassOnSale } from '../classes/classes.repository.ts';
import { isLiving } from '../users/users.repository.ts';
import { giveBack } from './give-back.ts';
import {
  listDueRefunds,
  listUnsettledIntents,
  type PaymentIntent,
  setIntentState,
} from './payments.repository.ts';
import { recordPayment } from './record-payment.ts';

/** Milliseconds: between two rounds; the age below which an intent is left to its buyer's browser. */
const INTERVAL = 60_000;
const GRACE = 15_000;
const BATCH = 100;
/** Milliseconds: a younger intent is asked for in every round, an older one, probably abandoned, once in this time. */
const SELDOM = 10 * INTERVAL;
/** Milliseconds after which an intent that nobody paid is cancelled. */
const STALE_AFTER = 24 * 60 * 60 * 1_000;

interface Context {
  db: Database;
  stripe: Stripe;
  log: Logger;
}

interface Round {
  now: Date;
  /** The round before; without one, old intents are asked for as well, however lately they were. */
  last?: Date;
}

/** Whether nobody should be able to pay an intent any more. */
const isObsolete = async ({ db }: Context, { userId, classId, createdAt }: PaymentIntent, now: Date) =>
  now.getTime() - createdAt.getTime() > STALE_AFTER ||
  !(await findClassOnSale(db, classId)) ||
  !(await isLiving(db, userId));

/** Records a payment; one that is given back instead is settled as well. */
const settlePaid = async (context: Context, transactionId: string): Promise<void> => {
  try {
    await recordPayment(context, transactionId);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'payment_refunded')) throw error;
  }
};

/** Whether the turn of an intent, once in each `SELDOM` of its age, has come since the round before. */
const isDue = ({ createdAt }: PaymentIntent, { now, last }: Round): boolean => {
  const turnsUntil = (moment: Date) => Math.floor((moment.getTime() - createdAt.getTime()) / SELDOM);
  return !last || turnsUntil(now) === 0 || turnsUntil(now) > turnsUntil(last);
};

const reconcileIntent = async (context: Context, intent: PaymentIntent, round: Round): Promise<void> => {
  const { id, providerId } = intent;
  const obsolete = await isObsolete(context, intent, round.now);
  if (!obsolete && !isDue(intent, round)) return;
  if (!providerId) {
    // Its client secret reached nobody, so nobody can pay it.
    if (obsolete) await setIntentState(context.db, id, 'canceled');
    return;
  }
  const held = await context.stripe.paymentIntents.retrieve(providerId);
  if (held.status === 'succeeded') {
    await settlePaid(context, providerId);
    return;
  }
  const isIdle = held.status.startsWith('requires_');
  if (obsolete && isIdle) await context.stripe.paymentIntents.cancel(providerId);
  if (held.status === 'canceled' || (obsolete && isIdle)) await setIntentState(context.db, id, 'canceled');
};

/**
 * Asks the provider for every intent that is not settled here and records those that were paid, so that a
 * payment whose browser was closed and whose webhook was lost still becomes an enrolment. Intents that nobody
 * paid within a day, or whose class or buyer is gone, are cancelled. Refunds that were asked for and not
 * confirmed are asked for again.
 */
export const reconcilePayments = async (
  context: Context,
  round: Round = { now: new Date() },
): Promise<void> => {
  const before = new Date(round.now.getTime() - GRACE);
  let afterId: string | undefined;
  do {
    const intents = await listUnsettledIntents(context.db, { before, afterId, limit: BATCH });
    for (const intent of intents) {
      try {
        await reconcileIntent(context, intent, round);
      } catch (error) {
        context.log.error({ err: error, intent: intent.providerId }, 'A payment could not be reconciled');
      }
    }
    afterId = intents.length === BATCH ? intents.at(-1)?.id : undefined;
  } while (afterId);
  for (const id of await listDueRefunds(context.db, BATCH)) {
    try {
      await giveBack(context, id);
    } catch (error) {
      context.log.error({ err: error, payment: id }, 'A payment could not be given back');
    }
  }
};

/** Reconciles now and every minute. @returns a function that ends it and waits for the round under way */
export const startReconciling = (context: Context): (() => Promise<void>) => {
  let underway: Promise<void> | undefined;
  let last: Date | undefined;
  const run = () => {
    const now = new Date();
    // A round that takes longer than a minute, at a slow provider, is not queued up behind itself.
    underway ??= reconcilePayments(context, { now, last })
      .then(() => {
        last = now;
      })
      .catch((error: unknown) => context.log.error({ err: error }, 'Reconciling payments failed'))
      .finally(() => {
        underway = undefined;
      });
  };
  run();
  const timer = setInterval(run, INTERVAL);
  return async () => {
    clearInterval(timer);
    await underway;
  };
};
