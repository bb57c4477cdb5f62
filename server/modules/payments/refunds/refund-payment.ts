import type Stripe from 'stripe';
import { chargedToMajor, chargedToMinor } from '#contract/charged-amounts.ts';
import { formatPrice } from '#contract/money.ts';
import type { Database, Queryable, Transaction } from '../../../database/client.ts';
import type { CurrentUser } from '../../../http/access.ts';
import { ApiError, notFound } from '../../../http/api-error.ts';
import { keyedId } from '../../../http/keyed-id.ts';
import { refundableOf } from '../amounts.ts';
import { auditDecision } from '../audit-decision.ts';
import { explainPart } from './explain-part.ts';
import { lockPayment, type PaymentRecord } from '../payments.repository.ts';
import { performRefund } from './perform-refund.ts';
import { isOfOtherMode } from '../provider.ts';
import { findRefund, insertRefund, listRefunds } from './refunds.repository.ts';
import { isActive, type RefundRecord, remainderOf } from './refund-status.ts';

interface RequestedRefund {
  reason: string;
  /** In major units. Default: the whole remaining amount. */
  amount?: number;
  /** Identifies the call, so that a repeat refunds nothing again. */
  key?: string;
}

const refuseAmount = (message: string): ApiError =>
  new ApiError('invalid_input', message, { fields: { amount: message } });

/**
 * Converts an amount, which has at most two decimals, to minor units.
 * @throws ApiError `invalid_input` if the payment's currency has no decimals and the amount does
 */
const readAmount = (amount: number | undefined, { currency }: PaymentRecord): number | undefined => {
  if (amount === undefined) return undefined;
  const minorUnits = chargedToMinor(amount, currency);
  if (chargedToMajor(minorUnits, currency) === amount) return minorUnits;
  throw refuseAmount(`Amounts in ${currency.toUpperCase()} have no decimal places`);
};

/** The amount to refund, in minor units. @throws ApiError `already_refunded` or `invalid_input` */
const checkAmount = async (trx: Transaction, payment: PaymentRecord, wanted?: number): Promise<number> => {
  const refunds = await listRefunds(trx, [payment.id]);
  const remainder = remainderOf(refundableOf(payment), refunds);
  // While a refund is unconfirmed, the remaining amount is unknown, and a repeated click would refund twice.
  if (remainder <= 0 || refunds.some(({ status }) => status === 'requested')) {
    throw new ApiError(
      'already_refunded',
      'This payment has been refunded or lost in a dispute, or its refund is pending',
    );
  }
  if (wanted !== undefined && wanted > remainder) {
    const { currency } = payment;
    throw refuseAmount(
      `At most ${formatPrice(chargedToMajor(remainder, currency), currency)} can be refunded`,
    );
  }
  return wanted ?? remainder;
};

/**
 * Whether the provider has accepted a refund that is what a repeated call asks for. After a lost response, the same amount
 * may be all that remains, so the repeat may leave it out.
 */
const isRepeat = (earlier: RefundRecord, wanted?: number): boolean =>
  isActive(earlier) && earlier.status !== 'requested' && (wanted === undefined || wanted === earlier.amount);

/**
 * The refunds that calls with the same key have requested, oldest first, and the id of the next one. Each id follows from
 * the key and the number of refunds before it, so that a repeat also finds a refund that was requested after a failed
 * one.
 */
const findRepeats = async (
  db: Queryable,
  key: string | undefined,
  content: readonly unknown[],
): Promise<{ earlier: RefundRecord[]; next: string }> => {
  const earlier: RefundRecord[] = [];
  for (;;) {
    const next = keyedId(key, earlier.length === 0 ? content : [...content, earlier.length]);
    const refund = await findRefund(db, next);
    if (!refund) return { earlier, next };
    earlier.push(refund);
  }
};

/**
 * An admin refunds a payment or a part of it. The request is stored with its reason before the provider is called; if
 * the provider cannot be reached, the reconciler continues. A repeat of a call whose refund the provider has accepted
 * changes nothing.
 * @throws ApiError `not_found`, `payment_disputed`, `already_refunded`, `invalid_input`, `refund_refused` with the
 *   provider's reason, or `provider_unavailable`
 */
export const refundPayment = async (
  context: { db: Database; stripe: Stripe },
  admin: CurrentUser,
  id: string,
  { reason, amount: given, key }: RequestedRefund,
): Promise<void> => {
  const refundId = await context.db.transaction(async (trx) => {
    const payment = await lockPayment(trx, { id });
    if (!payment) throw notFound('The payment');
    if (isOfOtherMode(payment, context.stripe)) {
      throw new ApiError(
        'refund_refused',
        'This payment was made in the other mode (test or live) and cannot be refunded with the current keys',
      );
    }
    const wanted = readAmount(given, payment);
    const { earlier, next } = await findRepeats(trx, key, ['refund', admin.id, id, reason]);
    if (earlier.some((refund) => isRepeat(refund, wanted))) return undefined;
    // The bank may return the money, too.
    if (payment.chargedBack) {
      throw new ApiError(
        'payment_disputed',
        'The cardholder disputes this payment. The money can be paid back once the dispute is decided.',
      );
    }
    const amount = await checkAmount(trx, payment, wanted);
    await auditDecision(trx, payment, {
      actorId: admin.id,
      action: 'payment refunded',
      reason: explainPart(payment, amount, reason),
    });
    return insertRefund(trx, payment, {
      id: next,
      amount,
      isRest: wanted === undefined,
      origin: 'admin',
      reason,
      requestedBy: admin.id,
    });
  });
  if (refundId === undefined) return;
  const { status, failureReason } = await performRefund(context, refundId, { isClaimed: true });
  if (status === 'failed') {
    throw new ApiError('refund_refused', `The card provider refused this refund: ${failureReason}`);
  }
};
