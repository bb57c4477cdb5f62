import type Stripe from 'stripe';
import type { Database } from '../../../database/client.ts';
import { ApiError } from '../../../http/api-error.ts';
import { refunds } from '../../../database/schema.ts';
import { failureOf, isReplayed, providerUnavailable, toApiError } from '../../../stripe/failure.ts';
import type { PaymentContext } from '../context.ts';
import { refundableOf } from '../amounts.ts';
import { findPayment, type PaymentRecord } from '../payments.repository.ts';
import { isOldEnoughToBeKnown, listProviderRefunds } from '../provider.ts';
import {
  changeRequested,
  findRefund,
  nextRefundAttempt,
  recordKeyErrors,
  recordRequest,
  importRefunds,
} from './refunds.repository.ts';
import { isActive, type RefundRecord, remainderAtProvider } from './refund-status.ts';
import { findShopMark } from '../shop.repository.ts';
import { claimOne, postpone } from '../due-rows.ts';

interface Context extends PaymentContext {
  now?: Date;
}

/**
 * The number of the provider's errors with the same key after which an error counts as stored, even if the provider
 * does not say so. The key is used up then.
 */
const ASSUMED_STORED_AFTER = 3;

const keyOf = ({ id, attempt }: RefundRecord): string => `refund-${id}-${attempt}`;

const importAll = (db: Database, paymentId: string, given: Stripe.Refund[]): Promise<void> =>
  db.transaction((trx) => importRefunds(trx, paymentId, given));

const create = async ({ db, stripe }: Context, refund: RefundRecord, payment: PaymentRecord) => {
  const shop = await findShopMark(db);
  return stripe.refunds.create(
    {
      payment_intent: payment.transactionId,
      amount: refund.amount,
      metadata: { shop, refundId: refund.id, paymentId: payment.id },
    },
    { idempotencyKey: keyOf(refund) },
  );
};

/**
 * Records an error that the provider may repeat for the refund's key. A refund of the whole rest gets a new key as soon
 * as its key is used up, if the provider would not make it twice. Any other refund waits for a later step.
 */
const countKeyError = async (
  { db, now }: Context,
  refund: RefundRecord,
  { isStored }: { isStored: boolean },
): Promise<void> => {
  const keyErrors = isStored ? ASSUMED_STORED_AFTER : refund.keyErrors + 1;
  const isUsedUp = keyErrors >= ASSUMED_STORED_AFTER;
  // The next steps only look for the refund until it may get a new key. After a long outage they would come late.
  await recordKeyErrors(db, refund, { keyErrors, ...(isUsedUp && { failures: 0 }) }, now);
  if (refund.isRest && isUsedUp) await nextRefundAttempt(db, refund, now);
};

/**
 * Handles a final refusal by the provider. A refund of the whole remaining amount is adjusted to what remains, or ends
 * if nothing does. Any other refund has failed, with the provider's reason.
 */
const refuse = async (
  context: Context,
  refund: RefundRecord,
  payment: PaymentRecord,
  error: Stripe.errors.StripeError,
): Promise<void> => {
  const { db, stripe, now } = context;
  const { code, param, message } = error;
  const isUnknown = failureOf(error) === 'missing';
  if (isUnknown && !isOldEnoughToBeKnown({ createdAt: payment.paidAt }, now)) throw error;
  const there = isUnknown ? [] : await listProviderRefunds(stripe, payment.transactionId);
  await importAll(db, payment.id, there);
  const remainder = remainderAtProvider(refundableOf(payment), there);
  // The provider refuses because of refunds that its list does not show yet.
  const isHidden = refund.isRest && param === 'amount' && remainder >= refund.amount;
  if (isHidden || (code === 'charge_already_refunded' && remainder > 0)) {
    // The provider repeats a response from before another refund failed.
    if (isReplayed(error)) await countKeyError(context, refund, { isStored: true });
    throw providerUnavailable();
  }
  await db.transaction((trx) => {
    if (refund.isRest && remainder <= 0) {
      return changeRequested(trx, refund, { status: 'canceled', resolvedAt: new Date() });
    }
    if (refund.isRest && remainder < refund.amount) {
      return changeRequested(trx, refund, {
        amount: remainder,
        attempt: refund.attempt + 1,
        keyErrors: 0,
      });
    }
    return changeRequested(trx, refund, { status: 'failed', failureReason: message });
  });
};

/**
 * Performs one step of an unconfirmed refund: it looks for the refund at the provider, requests it, or learns that it
 * is refused. If the key is used up, it takes a new one, which the next step requests with.
 */
const step = async (context: Context, refund: RefundRecord, payment: PaymentRecord): Promise<void> => {
  const { db, stripe, now } = context;
  const mayBeThere = refund.askedAt !== null || isOldEnoughToBeKnown(refund, now);
  if (mayBeThere || refund.status !== 'requested') {
    await importAll(db, payment.id, await listProviderRefunds(stripe, payment.transactionId));
    if ((await findRefund(db, refund.id))?.status !== 'requested') return;
  }
  if (refund.keyErrors >= ASSUMED_STORED_AFTER) {
    if (await nextRefundAttempt(db, refund, now)) return;
    throw providerUnavailable();
  }
  await recordRequest(db, refund.id, now);
  try {
    await importAll(db, payment.id, [await create(context, refund, payment)]);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === 'conflict' || failure === 'failed') {
      const isStored = failure === 'conflict' || isReplayed(error);
      await countKeyError(context, refund, { isStored });
    }
    if (failure !== 'refused' && failure !== 'missing') throw error;
    await refuse(context, refund, payment, error as Stripe.errors.StripeError);
  }
};

/** The maximum number of steps in one run: a refund may become smaller, or need a new key. */
const STEPS = 3;

/**
 * Performs a claimed refund until the provider has accepted or refused it. It is made once, no matter how often this
 * is called.
 * @throws any error that left the result unclear; the refund stays due
 */
export const performClaimedRefund = async (context: Context, id: string): Promise<void> => {
  for (let steps = 1; ; steps += 1) {
    const refund = await findRefund(context.db, id);
    const payment = refund && (await findPayment(context.db, refund.paymentId));
    if (!payment || !isActive(refund) || refund.status === 'succeeded') return;
    try {
      await step(context, refund, payment);
    } catch (error) {
      const after = await findRefund(context.db, id);
      if (steps === STEPS || after?.attempt === refund.attempt) throw error;
    }
    if ((await findRefund(context.db, id))?.status !== 'requested') return;
    if (steps === STEPS) throw providerUnavailable();
  }
};

/**
 * Performs a refund unless another server is doing so.
 * @returns the refund afterwards
 * @throws ApiError `provider_unavailable`; the reconciler continues
 */
export const performRefund = async (
  context: Context,
  id: string,
  { isClaimed = false } = {},
): Promise<RefundRecord> => {
  if (isClaimed || (await claimOne(context.db, refunds, id, context.now))) {
    try {
      await performClaimedRefund(context, id);
    } catch (error) {
      await postpone(context.db, refunds, id, context.now);
      throw error instanceof ApiError ? error : toApiError(error);
    }
  }
  return (await findRefund(context.db, id))!;
};
