import Stripe from 'stripe';
import type { Database, Transaction } from '../../database/client.ts';
import { providerFailure } from '../../stripe/client.ts';
import { addEnrollment, removeEnrollment } from '../enrollments/enrollments.repository.ts';
import * as repository from './payments.repository.ts';
import { chargeOf, retrievePayment } from './provider.ts';

interface Context {
  db: Database;
  stripe: Stripe;
}

/** Refusals that no repeat will change, such as of a charge that is disputed. */
const isFinalRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

const askProvider = async (stripe: Stripe, payment: repository.PaymentRecord): Promise<boolean> => {
  try {
    await stripe.refunds.create(
      { payment_intent: payment.transactionId, metadata: { paymentId: payment.id } },
      { idempotencyKey: `refund-${payment.id}` },
    );
    return true;
  } catch (error) {
    if (isFinalRefusal(error)) return error.code === 'charge_already_refunded';
    throw providerFailure(error);
  }
};

/** Whether the provider tried to give the money back, and could not. */
const hasFailed = async (stripe: Stripe, transactionId: string): Promise<boolean> => {
  try {
    const { data } = await stripe.refunds.list({ payment_intent: transactionId, limit: 100 });
    const failed = data.filter(({ status }) => status === 'failed' || status === 'canceled');
    return failed.length > 0 && failed.length === data.length;
  } catch (error) {
    throw providerFailure(error);
  }
};

/** A refund that failed leaves the payer without money and class: they get the class again. */
const undoRefund = async (trx: Transaction, payment: repository.PaymentRecord): Promise<void> => {
  await repository.markRefundFailed(trx, payment.id);
  const wasAsked = payment.refundRequestedAt === null || payment.refundRequestedBy !== null;
  if (!wasAsked) return;
  const { id, userId, classId, amount } = payment;
  await addEnrollment(trx, { userId, classId, paymentId: id, price: amount });
};

/**
 * Takes over what the provider holds of a payment's refunds. A whole refund ends the enrolment; a part of it
 * does not. The payment's row is locked before the provider is asked, so that of two at once the one that
 * writes last has read last.
 * @throws ApiError `provider_unavailable`
 */
export const syncRefund = ({ db, stripe }: Context, transactionId: string): Promise<void> =>
  db.transaction(async (trx) => {
    const payment = await repository.lockPayment(trx, { transactionId });
    if (!payment) return;
    const { amount_refunded: refunded } = chargeOf(await retrievePayment(stripe, transactionId));
    if (refunded !== payment.refundedAmount) await repository.setRefunded(trx, payment.id, refunded);
    if (refunded === payment.amount) {
      await removeEnrollment(trx, payment.id);
      return;
    }
    const wasTried = payment.refundRequestedAt !== null || refunded < payment.refundedAmount;
    if (wasTried && !payment.refundFailedAt && (await hasFailed(stripe, transactionId))) {
      await undoRefund(trx, payment);
    }
  });

/**
 * Asks the provider for the refund of a payment that is to be given back, once however often this is called.
 * @throws ApiError `provider_unavailable`: the reconciler asks again
 */
export const giveBack = async (context: Context, paymentId: string): Promise<void> => {
  const payment = await repository.findPayment(context.db, paymentId);
  if (!payment?.refundRequestedAt || payment.refundFailedAt || repository.isWhollyRefunded(payment)) return;
  if (!(await askProvider(context.stripe, payment))) {
    await context.db.transaction((trx) => repository.markRefundFailed(trx, payment.id));
    return;
  }
  await syncRefund(context, payment.transactionId);
};
