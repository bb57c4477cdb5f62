import type Stripe from 'stripe';
import { CURRENCIES } from '#contract/currencies.ts';
import { isId, isSameId } from '#contract/id.ts';
import { ApiError } from '../../../http/api-error.ts';
import { failureOf, isReplayed } from '../../../stripe/failure.ts';
import { classExists } from '../../classes/classes.repository.ts';
import { findCurrency } from '../../site-settings/site-settings.repository.ts';
import { isActive } from '../../users/users.repository.ts';
import { retryEventsOf } from '../events/events.repository.ts';
import { findIntent, restoreIntent } from '../intents.repository.ts';
import { findPaymentByTransaction } from '../payments.repository.ts';
import type { PaymentContext } from '../context.ts';
import { listProviderRefunds } from '../provider.ts';
import { recordPayment } from '../record-payment.ts';
import { remainderAtProvider } from '../refunds/refund-status.ts';
import { findShopMark } from '../shop.repository.ts';

export interface Adopted {
  transactionId: string;
  outcome: 'enrolled' | 'refunded' | 'failed';
  /** Why it failed. It can be retried. */
  problem?: string;
}

const findRow = ({ db }: PaymentContext, { id, metadata: { intentId } }: Stripe.PaymentIntent) =>
  findIntent(db, id, isId(intentId) ? { id: intentId, shop: undefined } : undefined);

/**
 * The number of idempotency keys that a run tries. A key is used up by an error that the provider stores, or by another
 * amount.
 */
const ATTEMPTS = 3;

/** Refunds the remaining amount of a payment for which nobody can be enrolled. */
const refundThere = async ({ stripe }: PaymentContext, intent: Stripe.PaymentIntent): Promise<'refunded'> => {
  const { id, amount_received: charged } = intent;
  for (let attempt = 1; ; attempt += 1) {
    const refunds = await listProviderRefunds(stripe, id);
    const amount = remainderAtProvider(charged, refunds);
    if (amount === 0) return 'refunded';
    try {
      // The provider refuses to refund more than the charge, so a new key cannot refund anything twice.
      const idempotencyKey = `adopt-${id}-${refunds.length}-${attempt}`;
      await stripe.refunds.create({ payment_intent: id, amount }, { idempotencyKey });
      return 'refunded';
    } catch (error) {
      const isUsedUp = isReplayed(error) || failureOf(error) === 'conflict';
      if (!isUsedUp || attempt === ATTEMPTS) throw error;
    }
  }
};

/**
 * Requires the currency of the site, because totals and earnings are sums of all payments in its mode. A charge in another
 * one was changed at the provider, or the site's currency is not restored yet.
 */
const requireCurrency = async ({ db }: PaymentContext, { currency }: Stripe.PaymentIntent): Promise<void> => {
  const expected = await findCurrency(db);
  if (currency === expected) return;
  const [charged, ours] = [currency.toUpperCase(), expected.toUpperCase()];
  const change = currency in CURRENCIES ? `Change the site's currency to ${charged} first, or use` : 'Use';
  throw new ApiError(
    'conflict',
    `it was charged in ${charged}, and the currency of this site is ${ours}. ${change} --refund, which refunds all such payments`,
  );
};

/** Creates the missing row, and records the payment as usual: a payment that cannot be delivered is refunded. */
const adoptPayment = async (
  context: PaymentContext,
  intent: Stripe.PaymentIntent,
): Promise<Adopted['outcome']> => {
  const { intentId, userId, classId } = intent.metadata;
  const { db } = context;
  const isKnown =
    isId(intentId) &&
    isId(userId) &&
    isId(classId) &&
    (await isActive(db, userId)) &&
    (await classExists(db, classId));
  if (!isKnown) return refundThere(context, intent);
  const { id: providerId, amount, currency, livemode } = intent;
  if (!(await findRow(context, intent))) {
    await requireCurrency(context, intent);
    await restoreIntent(db, { id: intentId, providerId, userId, classId, amount, currency, livemode });
  }
  try {
    await recordPayment(context, providerId);
    return 'enrolled';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment_refunded') return 'refunded';
    throw error;
  }
};

/** Settles a payment. A failure is returned, so that it does not prevent the others from being settled. */
const settle = async (
  context: PaymentContext,
  intent: Stripe.PaymentIntent,
  refundAll: boolean,
): Promise<Pick<Adopted, 'outcome' | 'problem'>> => {
  try {
    // A row without a payment is still in progress, or an interrupted earlier run left it.
    const isRefunded = refundAll && !(await findRow(context, intent));
    const outcome = isRefunded ? await refundThere(context, intent) : await adoptPayment(context, intent);
    await retryEventsOf(context.db, intent.id);
    return { outcome };
  } catch (error) {
    if (!(error instanceof ApiError || failureOf(error))) throw error;
    return { outcome: 'failed', problem: (error as Error).message };
  }
};

/**
 * Adopts every succeeded intent with this shop's mark that the database lacks, for instance after an older state was
 * restored. The buyer is enrolled if user and class exist, otherwise the payment is refunded. A payment in another
 * currency than the site's is only refunded, never recorded.
 *
 * @param refundAll whether to refund every such payment, even those of active users
 */
export const adoptPayments = async (
  context: PaymentContext,
  { refundAll = false } = {},
): Promise<Adopted[]> => {
  const { db, stripe } = context;
  const mark = await findShopMark(db);
  const adopted: Adopted[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })) {
    const { id: transactionId, status, metadata, latest_charge: charge } = intent;
    if (status !== 'succeeded' || !isSameId(metadata.shop, mark)) continue;
    if (typeof charge === 'object' && charge?.refunded) continue;
    if (await findPaymentByTransaction(db, transactionId)) continue;
    adopted.push({ transactionId, ...(await settle(context, intent, refundAll)) });
  }
  return adopted;
};
