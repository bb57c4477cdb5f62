import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { failureOf } from '../../stripe/failure.ts';
import { findPublishedClass } from '../classes/classes.repository.ts';
import { isActive } from '../users/users.repository.ts';
import { findCreated } from './create-intent.ts';
import {
  endIntent,
  endUnlinkedIntent,
  findIntentById,
  noteCheck,
  type PaymentIntent,
} from './intents.repository.ts';
import { cancelAtProvider, isOfOtherMode, isOldEnoughToBeKnown } from './provider.ts';
import { recordPayment } from './record-payment.ts';

/** Milliseconds after which an intent that nobody paid is canceled. */
const STALE_AFTER = 24 * 60 * 60 * 1_000;
/** The same for a class with limited seats, of which it holds one. */
const SEAT_HELD_FOR = 30 * 60 * 1_000;

interface Context {
  db: Database;
  stripe: Stripe;
  now?: Date;
}

/** Whether nobody should be able to pay an intent any more. */
const isObsolete = async (
  { db, now = new Date() }: Context,
  { userId, classId, createdAt }: PaymentIntent,
): Promise<boolean> => {
  const wanted = await findPublishedClass(db, classId);
  if (!wanted) return true;
  const lifetime = wanted.seats === null ? STALE_AFTER : SEAT_HELD_FOR;
  return now.getTime() - createdAt.getTime() > lifetime || !(await isActive(db, userId));
};

/** Records a payment; one that is refunded instead is settled as well. */
const settlePaid = async (context: Context, transactionId: string): Promise<void> => {
  try {
    await recordPayment(context, transactionId);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'payment_refunded')) throw error;
  }
};

/** The row's intent as the provider holds it now; undefined where it has none. */
const findHeld = async (
  context: Context,
  intent: PaymentIntent,
): Promise<Stripe.PaymentIntent | undefined> => {
  if (!intent.providerId) return findCreated(context, intent);
  try {
    return await context.stripe.paymentIntents.retrieve(intent.providerId);
  } catch (error) {
    if (failureOf(error) !== 'missing' || !isOldEnoughToBeKnown(intent, context.now)) throw error;
    return undefined;
  }
};

/**
 * Asks the provider for an open intent: one that was paid is recorded, one that has ended there or is unknown there
 * ends, one that nobody should pay any more is canceled. Otherwise it is due again later.
 * @throws whatever kept the provider from a clear answer: the intent stays due
 */
export const reconcileIntent = async (context: Context, id: string): Promise<void> => {
  const intent = await findIntentById(context.db, id);
  if (intent?.state !== 'open') return;
  if (isOfOtherMode(intent, context.stripe)) return endIntent(context.db, id);
  const obsolete = await isObsolete(context, intent);
  let held = await findHeld(context, intent);
  if (held && obsolete && held.status.startsWith('requires_')) {
    held = await cancelAtProvider(context.stripe, held.id);
  }
  if (held?.status === 'succeeded') return settlePaid(context, held.id);
  if (held?.status === 'canceled' || (!held && intent.providerId)) return endIntent(context.db, id);
  if (!held && obsolete) return endUnlinkedIntent(context.db, id);
  return noteCheck(context.db, intent, context.now);
};
