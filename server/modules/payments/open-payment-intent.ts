import type Stripe from 'stripe';
import { CURRENCIES, type Currency } from '#contract/currencies.ts';
import { toMajorUnits } from '#contract/money.ts';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { failureOf, providerUnavailable, toApiError } from '../../stripe/failure.ts';
import { findPublishedClass } from '../classes/classes.repository.ts';
import { findEnrollmentId } from '../enrollments/enrollments.repository.ts';
import { findCurrency } from '../site-settings/site-settings.repository.ts';
import type { PaymentContext } from './context.ts';
import { createAtProvider } from './create-intent.ts';
import { isNearEnd } from './intent-lifetime.ts';
import {
  endIntent,
  endUnlinkedIntent,
  findOpenIntent,
  recordBuyerActivity,
  openIntentWithoutSeat,
  openIntentWithSeat,
  type NewIntent,
  replaceIntent,
  type PaymentIntent,
} from './intents.repository.ts';
import { cancelAtProvider, isOfOtherMode, isOldEnoughToBeKnown } from './provider.ts';
import { recordPayment } from './record-payment.ts';

/** The maximum number of ended intents that are replaced in one call. */
const TRIES = 3;

const processing = () => new ApiError('payment_processing', 'We are checking your payment');

const alreadyEnrolled = () => new ApiError('already_enrolled', 'You’re already enrolled in this class');

/** The class with the currency of its price, if the user may buy it. */
const findPurchase = async ({ db }: PaymentContext, buyer: CurrentUser, classId: string) => {
  const wanted = await findPublishedClass(db, classId);
  if (!wanted) throw notFound('The class');
  if (wanted.teacherId === buyer.id) throw new ApiError('own_class', 'You teach this class');
  if (await findEnrollmentId(db, buyer.id, classId)) throw alreadyEnrolled();
  const currency = await findCurrency(db);
  if (wanted.price < CURRENCIES[currency].minimum) {
    throw new ApiError('price_not_payable', 'The price of this class cannot be paid by card');
  }
  return { ...wanted, currency };
};

type Purchase = Awaited<ReturnType<typeof findPurchase>>;

/** The current price, or a lower one that the user was quoted, which is valid as long as the intent is handed out. */
const priceFor = async ({ db }: PaymentContext, buyer: CurrentUser, wanted: Purchase) => {
  const quoted = await findOpenIntent(db, buyer.id, wanted.id);
  return quoted && !isNearEnd(quoted, wanted) ? Math.min(quoted.amount, wanted.price) : wanted.price;
};

/** Whether an intent of the provider can no longer change. */
const isFinal = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'succeeded' || status === 'canceled';

/**
 * Replaces an intent that no longer fits, once it cannot be paid any more. If it has just been paid, the payment is
 * recorded instead. An intent in another currency than the buyer was shown is only canceled: they confirm the price first.
 */
const cancelAndReplace = async (
  context: PaymentContext,
  intent: PaymentIntent,
  providerIntent: Stripe.PaymentIntent,
  { price, currency }: { price: number; currency: Currency },
): Promise<void> => {
  const { status } = isFinal(providerIntent)
    ? providerIntent
    : await cancelAtProvider(context.stripe, providerIntent.id);
  if (status === 'succeeded') {
    await recordPayment(context, providerIntent.id);
    throw alreadyEnrolled();
  }
  if (status !== 'canceled') throw processing();
  if (intent.currency === currency) await replaceIntent(context.db, intent, price);
  else await endIntent(context.db, intent.id);
};

/** Finds or opens the intent of a buyer, with a seat if the class has a limit or was given one meanwhile. */
const findOrOpenIntent = async (
  db: Database,
  { seats }: Purchase,
  intent: NewIntent,
): Promise<PaymentIntent> =>
  (seats === null ? await openIntentWithoutSeat(db, intent) : undefined) ?? openIntentWithSeat(db, intent);

/** Refuses an intent if an earlier one was settled while this one was opened, so that nobody pays twice. */
const refuseIfEnrolledMeanwhile = async (db: Database, intent: PaymentIntent): Promise<void> => {
  if (!(await findEnrollmentId(db, intent.userId, intent.classId))) return;
  await endUnlinkedIntent(db, intent.id);
  throw alreadyEnrolled();
};

/**
 * The provider's intent of an open row. Undefined if the row has ended: by a concurrent call, or because the provider
 * does not know its intent.
 */
const findProviderIntent = async (
  context: PaymentContext,
  intent: PaymentIntent,
  title: string,
): Promise<Stripe.PaymentIntent | undefined> => {
  if (isOfOtherMode(intent, context.stripe)) {
    await endIntent(context.db, intent.id);
    return undefined;
  }
  if (!intent.providerId) return createAtProvider(context, intent, title);
  try {
    return await context.stripe.paymentIntents.retrieve(intent.providerId);
  } catch (error) {
    if (failureOf(error) !== 'missing' || !isOldEnoughToBeKnown(intent)) throw error;
    await endIntent(context.db, intent.id);
    return undefined;
  }
};

/** What the buyer saw. */
export interface ShownPrice {
  /** In minor units. */
  price: number;
  /** Absent: older clients do not send it. */
  currency?: Currency;
}

export interface OpenedIntent {
  clientSecret: string;
  /** The amount that will be charged, in minor units. */
  price: number;
}

/**
 * Opens a payment intent, and returns the client secret with which the buyer's browser pays for a class. An open intent
 * of the user is reused while it has the right price and is not near its end, so that two tabs cannot pay twice.
 * @throws ApiError `not_found`, `own_class`, `already_enrolled`, `price_not_payable`, `price_changed`, `class_full`,
 *   `payment_processing`, `payment_refunded` or `provider_unavailable`
 */
export const openPaymentIntent = async (
  context: PaymentContext,
  buyer: CurrentUser,
  classId: string,
  shown: ShownPrice,
  tries = TRIES,
): Promise<OpenedIntent> => {
  const wanted = await findPurchase(context, buyer, classId);
  const price = await priceFor(context, buyer, wanted);
  const { currency = wanted.currency } = shown;
  if ((shown.price !== price && shown.price !== wanted.price) || currency !== wanted.currency) {
    throw new ApiError('price_changed', 'The price of this class has changed', {
      price: toMajorUnits(price),
      currency: wanted.currency,
    });
  }
  const intent = await findOrOpenIntent(context.db, wanted, { userId: buyer.id, classId, amount: price });
  await refuseIfEnrolledMeanwhile(context.db, intent);
  try {
    const providerIntent = await findProviderIntent(context, intent, wanted.title);
    if (providerIntent?.status === 'processing') throw processing();
    const isUsable = providerIntent && !isFinal(providerIntent);
    // The site's currency may have changed since it was compared.
    const isAsShown = intent.amount === price && intent.currency === currency;
    if (isUsable && isAsShown && !isNearEnd(intent, wanted) && providerIntent.client_secret) {
      await recordBuyerActivity(context.db, intent.id);
      return { clientSecret: providerIntent.client_secret, price };
    }
    if (providerIntent) await cancelAndReplace(context, intent, providerIntent, { price, currency });
  } catch (error) {
    throw toApiError(error);
  }
  if (tries === 1) throw providerUnavailable();
  return openPaymentIntent(context, buyer, classId, shown, tries - 1);
};
