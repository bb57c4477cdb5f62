import type Stripe from 'stripe';
import { isId, isSameId } from '#contract/id.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { toApiError } from '../../stripe/failure.ts';
import { lockTeacherOf } from '../classes/lock-teacher.ts';
import { issueReceipts } from '../documents/issue-documents.ts';
import { addEnrollmentOfBuyer } from '../enrollments/enrollments.repository.ts';
import type { PaymentContext } from './context.ts';
import { notifyOfPurchase } from './notify-of-purchase.ts';
import { syncDisputesOf } from './disputes/disputes.ts';
import { findIntent, type PaymentIntent } from './intents.repository.ts';
import {
  findPayment,
  findSettlement,
  insertPayment,
  type PaymentRecord,
  setUndelivered,
  type Settlement,
} from './payments.repository.ts';
import { performRefund } from './refunds/perform-refund.ts';
import { isDisputed, refundsOfCharge, retrievePayment } from './provider.ts';
import { insertRefund, listRefunds, importRefunds } from './refunds/refunds.repository.ts';
import { remainderAtProvider } from './refunds/refund-status.ts';
import { findShopMark } from './shop.repository.ts';
import { type Charged, findRefusalReason, findUndeliverableReason } from './undeliverable.ts';

/** The failure of an event whose payment has no row. */
export const MISSING_ROW = 'This payment belongs to this shop, but the shop has no record of it';

/** Refunds the remaining amount of a payment that cannot be delivered. */
const refundRest = async (
  trx: Transaction,
  payment: PaymentRecord,
  { refunds }: Charged,
  reason: string,
): Promise<void> => {
  await setUndelivered(trx, payment.id, reason);
  const amount = remainderAtProvider(payment.amount, refunds);
  if (amount > 0) await insertRefund(trx, payment, { amount, isRest: true, origin: 'automatic', reason });
};

/**
 * Stores the payment with its receipt and, with them, the enrollment or the due refund. Refunds that the provider has
 * already made are stored as well.
 */
const settle = (db: Database, charged: Charged, stored: PaymentIntent): Promise<Settlement> =>
  db.transaction(async (trx) => {
    const { userId, classId } = stored;
    const { amount_received: price, id: transactionId } = charged.intent;
    await lockTeacherOf(trx, classId);
    const inserted = await insertPayment(trx, stored, charged.intent);
    if (!inserted) return findSettlement(trx, transactionId);
    const { id: paymentId, hadIntent } = inserted;
    let problem = findRefusalReason(charged, stored);
    let enrollmentId: string | null = null;
    if (!problem) {
      const enrolled = await addEnrollmentOfBuyer(trx, { userId, classId, paymentId, price, hadIntent });
      enrollmentId = enrolled.id;
      if (!enrollmentId) problem = await findUndeliverableReason(trx, stored, enrolled);
    }
    if (problem) await refundRest(trx, (await findPayment(trx, paymentId))!, charged, problem);
    // This locks the counter of receipts, so everything that may have to wait for others comes before it.
    await issueReceipts(trx, [paymentId]);
    if (enrollmentId) await notifyOfPurchase(trx, paymentId);
    if (charged.refunds.length === 0) return { paymentId, enrollmentId };
    await importRefunds(trx, paymentId, charged.refunds);
    return findSettlement(trx, transactionId);
  });

/** The error for the payer of a payment without an enrollment. */
const refundedInstead = (payment: PaymentRecord): ApiError => {
  const { amount, lostAmount, refundReason, refundFailedAt } = payment;
  const reason = refundReason ?? 'This payment was refunded';
  const outlook = refundFailedAt ? 'We will contact you about the refund.' : 'You’ll get a refund.';
  const isReturned = lostAmount >= amount && !refundFailedAt;
  return new ApiError(
    'payment_refunded',
    `${reason}. ${isReturned ? 'Your bank has returned the money.' : outlook}`,
  );
};

/** Requests the refunds of a payment that have not been requested from the provider yet. */
const performRefunds = async (context: PaymentContext, paymentId: string): Promise<void> => {
  const refunds = await listRefunds(context.db, [paymentId]);
  for (const { id } of refunds.filter(({ status }) => status === 'requested')) {
    await performRefund(context, id);
  }
};

/**
 * The row of a provider's intent.
 * @throws ApiError `not_found` for another shop's; for this shop's without a row, `payment_refunded` if it was
 *   refunded, otherwise `unavailable`: the database may have been restored to an older state, which needs an admin
 */
const findOwnIntent = async (
  db: Database,
  { id, metadata, latest_charge: charge }: Stripe.PaymentIntent,
): Promise<PaymentIntent> => {
  const { intentId, shop } = metadata;
  const row = await findIntent(db, id, isId(intentId) ? { id: intentId, shop } : undefined);
  if (row) return row;
  if (!isSameId(shop, await findShopMark(db))) throw notFound('The payment');
  const isRefunded = typeof charge === 'object' && charge?.refunded;
  throw isRefunded
    ? new ApiError('payment_refunded', 'This payment was refunded')
    : new ApiError('unavailable', MISSING_ROW);
};

/**
 * Turns a succeeded payment intent into a payment and an enrollment, in one transaction. It is idempotent, and the only
 * way to record a payment: browser, webhook and reconciler all call it. It relies on the current state of the intent at
 * the provider. What cannot be delivered is refunded.
 *
 * @param payerId the user who claims the payment; absent if the provider reported it
 * @returns the enrollment's id
 * @throws ApiError `not_found` for an intent that is not this shop's, `unavailable` for one whose row is missing,
 *   `forbidden` for another user's, `payment_processing`, `payment_not_succeeded`, `payment_refunded`, or
 *   `provider_unavailable`
 */
export const recordPayment = async (
  context: PaymentContext,
  transactionId: string,
  payerId?: string,
): Promise<string> => {
  const intent = await retrievePayment(context.stripe, transactionId);
  const stored = await findOwnIntent(context.db, intent);
  if (payerId && stored.userId !== payerId)
    throw new ApiError('forbidden', 'This payment belongs to another user');
  if (intent.status === 'processing') {
    throw new ApiError('payment_processing', 'The card provider is still processing this payment');
  }
  if (intent.status !== 'succeeded') {
    throw new ApiError('payment_not_succeeded', 'The payment has not succeeded');
  }
  const refunds = await refundsOfCharge(context.stripe, intent).catch((error: unknown) => {
    throw toApiError(error);
  });
  const { enrollmentId, paymentId } = await settle(context.db, { intent, refunds }, stored);
  if (isDisputed(intent)) await syncDisputesOf(context, intent.id);
  if (enrollmentId) return enrollmentId;
  await performRefunds(context, paymentId);
  throw refundedInstead((await findPayment(context.db, paymentId))!);
};
