import type Stripe from 'stripe';
import { notFound } from '../../http/api-error.ts';
import { isLive } from '../../stripe/client.ts';
import { failureOf, toApiError } from '../../stripe/failure.ts';

/**
 * A payment intent as the provider holds it now, with its charge.
 * @throws ApiError `not_found` or `provider_unavailable`
 */
export const retrievePayment = async (
  stripe: Stripe,
  transactionId: string,
): Promise<Stripe.PaymentIntent> => {
  try {
    return await stripe.paymentIntents.retrieve(transactionId, { expand: ['latest_charge'] });
  } catch (error) {
    if (failureOf(error) === 'missing') throw notFound('The payment');
    throw toApiError(error);
  }
};

export const isDisputed = ({ latest_charge: charge }: Stripe.PaymentIntent): boolean =>
  typeof charge === 'object' && charge !== null && charge.disputed;

/**
 * Cancels an intent, so that nobody can pay it any more.
 * @returns the intent as it is then: another state than `canceled` where that came first, such as `succeeded`
 */
export const cancelAtProvider = async (stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> => {
  try {
    return await stripe.paymentIntents.cancel(id);
  } catch (error) {
    if (failureOf(error) !== 'refused') throw error;
    return stripe.paymentIntents.retrieve(id);
  }
};

/** Whether something was made with keys of the other mode: with these, nobody can pay it and it cannot be read. */
export const isOfOtherMode = ({ livemode }: { livemode: boolean | null }, stripe: Stripe): boolean =>
  livemode === !isLive(stripe);

/** Milliseconds within which the provider may not show yet what it has just made. */
const VISIBILITY_DELAY = 60_000;

/**
 * Whether an intent that the provider says it does not know is really unknown, and not only too young to be seen
 * everywhere.
 */
export const isOldEnoughToBeKnown = ({ createdAt }: { createdAt: Date }, now = new Date()): boolean =>
  now.getTime() - createdAt.getTime() > VISIBILITY_DELAY;

/** As many refunds as one payment can have: each is at least a minor unit, but nobody makes so many. */
const MOST_REFUNDS = 1_000;

/** All refunds of an intent, the dashboard’s included. */
export const listProviderRefunds = (stripe: Stripe, transactionId: string): Promise<Stripe.Refund[]> =>
  stripe.refunds
    .list({ payment_intent: transactionId, limit: 100 })
    .autoPagingToArray({ limit: MOST_REFUNDS });

/** The refunds that a charge has already when it is recorded; most have none, which costs no further call. */
export const refundsOfCharge = (
  stripe: Stripe,
  { id, latest_charge: charge }: Stripe.PaymentIntent,
): Promise<Stripe.Refund[]> =>
  typeof charge === 'object' && charge !== null && charge.amount_refunded > 0
    ? listProviderRefunds(stripe, id)
    : Promise.resolve([]);
