import type Stripe from 'stripe';
import { notFound } from '../../http/api-error.ts';
import { isLive } from '../../stripe/client.ts';
import { failureOf, toApiError } from '../../stripe/failure.ts';

/**
 * Reads the current state of a payment intent from the provider, with its charge.
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

/** Whether the charge of an intent is disputed. The intent must have been read with its charge. */
export const isDisputed = ({ latest_charge: charge }: Stripe.PaymentIntent): boolean =>
  typeof charge === 'object' && charge !== null && charge.disputed;

/**
 * Cancels an intent, so that it can no longer be paid.
 * @returns the intent afterwards. Its state is not `canceled` if another one came first, such as `succeeded`
 */
export const cancelAtProvider = async (stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> => {
  try {
    return await stripe.paymentIntents.cancel(id);
  } catch (error) {
    if (failureOf(error) !== 'refused') throw error;
    return stripe.paymentIntents.retrieve(id);
  }
};

/** Whether an object was created with keys of the other mode, so that it can be neither paid nor read with these. */
export const isOfOtherMode = ({ livemode }: { livemode: boolean | null }, stripe: Stripe): boolean =>
  livemode === !isLive(stripe);

/** The time for which the provider may not show a new object yet, in milliseconds. */
const VISIBILITY_DELAY = 60_000;

/** Whether an intent that the provider reports as missing really is, and not just too new to be visible everywhere. */
export const isOldEnoughToBeKnown = ({ createdAt }: { createdAt: Date }, now = new Date()): boolean =>
  now.getTime() - createdAt.getTime() > VISIBILITY_DELAY;

/** The maximum number of refunds that are read for a payment. */
const MAX_REFUNDS = 1_000;

/** All refunds of an intent, including those made in the dashboard. */
export const listProviderRefunds = (stripe: Stripe, transactionId: string): Promise<Stripe.Refund[]> =>
  stripe.refunds
    .list({ payment_intent: transactionId, limit: 100 })
    .autoPagingToArray({ limit: MAX_REFUNDS });

/**
 * The refunds that a charge already has when it is recorded. Most charges have none, which takes no further request.
 */
export const refundsOfCharge = (
  stripe: Stripe,
  { id, latest_charge: charge }: Stripe.PaymentIntent,
): Promise<Stripe.Refund[]> =>
  typeof charge === 'object' && charge !== null && charge.amount_refunded > 0
    ? listProviderRefunds(stripe, id)
    : Promise.resolve([]);
