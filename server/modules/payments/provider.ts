import type Stripe from 'stripe';
import { notFound } from '../../http/api-error.ts';
import { isMissingAtProvider, providerFailure } from '../../stripe/client.ts';

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
    if (isMissingAtProvider(error)) throw notFound('The payment');
    throw providerFailure(error);
  }
};

/** The charge of a succeeded intent. */
export const chargeOf = ({ latest_charge: charge, id }: Stripe.PaymentIntent): Stripe.Charge => {
  if (charge === null || typeof charge !== 'object') throw new Error(`The intent ${id} has no charge`);
  return charge;
};
