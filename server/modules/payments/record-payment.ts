import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { addEnrollment } from '../enrollments/enrollments.repository.ts';
import { giveBack } from './give-back.ts';
import {
  findIntent,
  findSettlement,
  insertPayment,
  type PaymentIntent,
  requestRefund,
  type Settlement,
  setIntentState,
} from './payments.repository.ts';
import { retrievePayment } from './provider.ts';
import { ALREADY_ENROLLED, whyUndeliverable } from './undeliverable.ts';

export interface PaymentContext {
  db: Database;
  stripe: Stripe;
}

/** Writes down the money and, with it, either the enrolment or that it is to be given back. */
const settle = (db: Database, charged: Stripe.PaymentIntent, intent: PaymentIntent): Promise<Settlement> =>
  db.transaction(async (trx) => {
    const { id, userId, classId } = intent;
    const paymentId = await insertPayment(trx, {
      transactionId: charged.id,
      userId,
      classId,
      amount: charged.amount_received,
      currency: charged.currency,
    });
    if (!paymentId) return findSettlement(trx, charged.id);
    await setIntentState(trx, id, 'recorded');
    let problem = await whyUndeliverable(trx, charged, intent);
    if (!problem) {
      const price = charged.amount_received;
      if (await addEnrollment(trx, { userId, classId, paymentId, price }))
        return findSettlement(trx, charged.id);
      problem = ALREADY_ENROLLED;
    }
    await requestRefund(trx, paymentId, { reason: problem });
    return findSettlement(trx, charged.id);
  });

/**
 * The one way in: turns a succeeded payment intent into a payment and an enrolment, in one transaction, as
 * often as it is called with the same result. Browser, webhook and reconciler all come through here. What
 * counts is the intent as the provider holds it now. What cannot be delivered is given back.
 *
 * @param payerId who claims the payment; absent where the provider itself told us of it
 * @returns the enrolment's id
 * @throws ApiError `not_found` for an intent that is not ours, `forbidden` for another person's,
 *   `payment_processing`, `payment_not_succeeded`, `payment_refunded`, or `provider_unavailable`
 */
export const recordPayment = async (
  context: PaymentContext,
  transactionId: string,
  payerId?: string,
): Promise<string> => {
  const charged = await retrievePayment(context.stripe, transactionId);
  const intent = await findIntent(context.db, charged.id, charged.metadata.intentId);
  if (!intent) throw notFound('The payment');
  if (payerId && intent.userId !== payerId)
    throw new ApiError('forbidden', 'This payment is another person’s');
  if (charged.status === 'processing') {
    throw new ApiError('payment_processing', 'The card provider is still working on this payment');
  }
  if (charged.status !== 'succeeded') {
    throw new ApiError('payment_not_succeeded', 'The payment has not succeeded');
  }
  const { enrollmentId, payment } = await settle(context.db, charged, intent);
  if (enrollmentId) return enrollmentId;
  await giveBack(context, payment.id);
  const reason = payment.refundReason ?? 'This payment was refunded';
  const outlook = payment.refundFailedAt
    ? 'We will contact you about the refund.'
    : 'You get your money back.';
  throw new ApiError('payment_refunded', `${reason}. ${outlook}`);
};
