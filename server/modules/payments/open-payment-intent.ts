import Stripe from 'stripe';
import { CURRENCY, MINIMUM_CHARGE } from '#contract/constants.ts';
import { toMajorUnits } from '#contract/money.ts';
import type { Database } from '../../database/client.ts';
import type { Person } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { providerFailure } from '../../stripe/client.ts';
import { findClassOnSale } from '../classes/classes.repository.ts';
import { findEnrollmentId } from '../enrollments/enrollments.repository.ts';
import {
  findOpenIntent,
  openIntent,
  type PaymentIntent,
  setIntentState,
  setProviderId,
} from './payments.repository.ts';
import { recordPayment } from './record-payment.ts';

interface Context {
  db: Database;
  stripe: Stripe;
}

const alreadyEnrolled = () => new ApiError('already_enrolled', 'You are enrolled in this class already');

/** The class, if this person may buy it. */
const findPurchase = async ({ db }: Context, buyer: Person, classId: string) => {
  const wanted = await findClassOnSale(db, classId);
  if (!wanted) throw notFound('The class');
  if (wanted.teacherId === buyer.id) throw new ApiError('own_class', 'You teach this class yourself');
  if (await findEnrollmentId(db, buyer.id, classId)) throw alreadyEnrolled();
  if (wanted.price < MINIMUM_CHARGE) {
    throw new ApiError('price_not_payable', 'This class has no price that a card can pay');
  }
  return wanted;
};

/** The price now, or a lower one that the person was quoted: that holds for as long as the intent lives. */
const priceFor = async ({ db }: Context, buyer: Person, wanted: { id: string; price: number }) => {
  const quoted = await findOpenIntent(db, buyer.id, wanted.id);
  return quoted ? Math.min(quoted.amount, wanted.price) : wanted.price;
};

/** Asks the provider for the intent. The row's id as the key makes an unanswered request repeatable. */
const createAtProvider = async (
  { db, stripe }: Context,
  intent: PaymentIntent,
  title: string,
): Promise<Stripe.PaymentIntent> => {
  try {
    const created = await stripe.paymentIntents.create(
      {
        amount: intent.amount,
        currency: intent.currency,
        allowed_payment_method_types: ['card'],
        description: title,
        metadata: { intentId: intent.id, classId: intent.classId, userId: intent.userId },
      },
      { idempotencyKey: `intent-${intent.id}` },
    );
    await setProviderId(db, intent.id, created.id);
    return created;
  } catch (error) {
    // The provider repeats its stored refusal for the same key: the next try needs a row of its own.
    const isRefusal =
      error instanceof Stripe.errors.StripeError && !(error instanceof Stripe.errors.StripeConnectionError);
    if (isRefusal) await setIntentState(db, intent.id, 'canceled');
    throw providerFailure(error);
  }
};

/** Ends an intent that no longer fits, unless it was paid a moment ago: then the payment is recorded. */
const retire = async (context: Context, intent: PaymentIntent, held: Stripe.PaymentIntent): Promise<void> => {
  if (held.status === 'succeeded') {
    await recordPayment(context, held.id);
    throw alreadyEnrolled();
  }
  if (held.status !== 'canceled') await context.stripe.paymentIntents.cancel(held.id);
  await setIntentState(context.db, intent.id, 'canceled');
};

/** An earlier intent may have been settled while this one was opened: then nobody is to pay this one. */
const refuseIfEnrolledMeanwhile = async (db: Database, intent: PaymentIntent): Promise<void> => {
  if (!(await findEnrollmentId(db, intent.userId, intent.classId))) return;
  if (!intent.providerId) await setIntentState(db, intent.id, 'canceled');
  throw alreadyEnrolled();
};

export interface OpenedIntent {
  clientSecret: string;
  /** Minor units: what will be charged. */
  price: number;
}

/**
 * The client secret with which the buyer's browser pays for a class. The person's open intent is used again
 * while it has the right price, so that two tabs cannot pay twice.
 *
 * @param shownPrice minor units: what the buyer saw
 * @throws ApiError `not_found`, `own_class`, `already_enrolled`, `price_not_payable`, `price_changed`,
 *   `payment_processing`, `payment_refunded` or `provider_unavailable`
 */
export const openPaymentIntent = async (
  context: Context,
  buyer: Person,
  classId: string,
  shownPrice: number,
): Promise<OpenedIntent> => {
  const wanted = await findPurchase(context, buyer, classId);
  const price = await priceFor(context, buyer, wanted);
  if (shownPrice !== price && shownPrice !== wanted.price) {
    throw new ApiError('price_changed', 'The price of this class has changed', {
      price: toMajorUnits(price),
    });
  }
  const intent = await openIntent(context.db, {
    userId: buyer.id,
    classId,
    amount: price,
    currency: CURRENCY,
  });
  await refuseIfEnrolledMeanwhile(context.db, intent);
  try {
    const held = intent.providerId
      ? await context.stripe.paymentIntents.retrieve(intent.providerId)
      : await createAtProvider(context, intent, wanted.title);
    if (held.status === 'processing') {
      throw new ApiError('payment_processing', 'We are checking your payment');
    }
    const isUsable = held.status !== 'succeeded' && held.status !== 'canceled';
    if (isUsable && intent.amount === price && held.client_secret) {
      return { clientSecret: held.client_secret, price };
    }
    await retire(context, intent, held);
  } catch (error) {
    throw providerFailure(error);
  }
  return openPaymentIntent(context, buyer, classId, shownPrice);
};
