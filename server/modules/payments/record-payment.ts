import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { isMissingAtProvider, providerFailure } from '../../stripe/client.ts';
import { addEnrollment, findEnrollmentId } from '../enrollments/enrollments.repository.ts';
import { findIntent, insertPayment, type PaymentIntent, setIntentState } from './payments.repository.ts';

const retrieve = async (stripe: Stripe, transactionId: string): Promise<Stripe.PaymentIntent> => {
  try {
    return await stripe.paymentIntents.retrieve(transactionId);
  } catch (error) {
    if (isMissingAtProvider(error)) throw notFound('The payment');
    throw providerFailure(error);
  }
};

/** What the provider took must be what we asked for: amount, currency, class and person. */
const isAsAsked = (charged: Stripe.PaymentIntent, asked: PaymentIntent): boolean =>
  charged.amount_received === asked.amount &&
  charged.currency === asked.currency &&
  charged.metadata.classId === asked.classId &&
  charged.metadata.userId === asked.userId;

const settle = (db: Database, transactionId: string, intent: PaymentIntent): Promise<string> =>
  db.transaction(async (trx) => {
    const { id, userId, classId, amount, currency } = intent;
    const paymentId = await insertPayment(trx, { transactionId, userId, classId, amount, currency });
    if (paymentId) {
      const enrollmentId = await addEnrollment(trx, { userId, classId, paymentId, price: amount });
      if (!enrollmentId) throw new ApiError('already_enrolled', 'You are enrolled in this class already');
      await setIntentState(trx, id, 'recorded');
      return enrollmentId;
    }
    const enrollmentId = await findEnrollmentId(trx, userId, classId);
    if (!enrollmentId) throw notFound('The enrolment');
    return enrollmentId;
  });

/**
 * The one way in: turns a succeeded payment intent into a payment and an enrolment, in one transaction, as
 * often as it is called with the same result. Browser, webhook and reconciler all come through here. What
 * counts is the intent as the provider holds it now.
 *
 * @param payerId who claims the payment; absent where the provider itself told us of it
 * @returns the enrolment's id
 * @throws ApiError `not_found` for an intent that is not ours, `forbidden` for another person's,
 *   `payment_not_succeeded`, `payment_mismatch`, or `provider_unavailable`
 */
export const recordPayment = async (
  { db, stripe }: { db: Database; stripe: Stripe },
  transactionId: string,
  payerId?: string,
): Promise<string> => {
  const charged = await retrieve(stripe, transactionId);
  const intent = await findIntent(db, charged.id, charged.metadata.intentId);
  if (!intent) throw notFound('The payment');
  if (payerId && intent.userId !== payerId)
    throw new ApiError('forbidden', 'This payment is another person’s');
  if (charged.status !== 'succeeded') {
    throw new ApiError('payment_not_succeeded', 'The payment has not succeeded');
  }
  if (!isAsAsked(charged, intent)) {
    throw new ApiError('payment_mismatch', 'The payment is not what was asked for this class');
  }
  return settle(db, charged.id, intent);
};
