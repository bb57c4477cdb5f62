import type Stripe from 'stripe';
import { ApiError } from '../../../http/api-error.ts';
import { failureOf } from '../../../stripe/failure.ts';
import { findPublishedClass } from '../../classes/classes.repository.ts';
import { findEnrollmentId } from '../../enrollments/enrollments.repository.ts';
import { isActive } from '../../users/users.repository.ts';
import type { PaymentContext } from '../context.ts';
import { findCreated } from '../create-intent.ts';
import { isTooOld } from '../intent-lifetime.ts';
import {
  endIntent,
  endUnlinkedIntent,
  findIntentById,
  recordCheck,
  type PaymentIntent,
} from '../intents.repository.ts';
import { cancelAtProvider, isOfOtherMode, isOldEnoughToBeKnown } from '../provider.ts';
import { recordPayment } from '../record-payment.ts';

interface Context extends PaymentContext {
  now?: Date;
}

/** Whether an intent should no longer be payable. A buyer may have been enrolled without it, such as for free. */
const isObsolete = async ({ db, now }: Context, intent: PaymentIntent): Promise<boolean> => {
  const { classId, userId } = intent;
  const wanted = await findPublishedClass(db, classId);
  if (!wanted || isTooOld(intent, wanted, now)) return true;
  return !(await isActive(db, userId)) || Boolean(await findEnrollmentId(db, userId, classId));
};

/** Records a payment. If it is refunded instead, that settles it as well. */
const settlePaid = async (context: Context, transactionId: string): Promise<void> => {
  try {
    await recordPayment(context, transactionId);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'payment_refunded')) throw error;
  }
};

/** The current state of the row's intent at the provider, or undefined if there is none. */
const findProviderIntent = async (
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
 * Reads an open intent from the provider. A paid one is recorded, one that has ended or is unknown there ends, and one
 * that should no longer be payable is canceled. Otherwise it becomes due again later.
 * @throws any error that left the state unclear; the intent stays due
 */
export const reconcileIntent = async (context: Context, id: string): Promise<void> => {
  const intent = await findIntentById(context.db, id);
  if (intent?.state !== 'open') return;
  if (isOfOtherMode(intent, context.stripe)) return endIntent(context.db, id);
  const obsolete = await isObsolete(context, intent);
  let providerIntent = await findProviderIntent(context, intent);
  if (providerIntent && obsolete && providerIntent.status.startsWith('requires_')) {
    providerIntent = await cancelAtProvider(context.stripe, providerIntent.id);
  }
  if (providerIntent?.status === 'succeeded') return settlePaid(context, providerIntent.id);
  if (providerIntent?.status === 'canceled' || (!providerIntent && intent.providerId))
    return endIntent(context.db, id);
  if (!providerIntent && obsolete) return endUnlinkedIntent(context.db, id);
  return recordCheck(context.db, intent, context.now);
};
