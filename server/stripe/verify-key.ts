import type Stripe from 'stripe';
import { StartError } from '../start-error.ts';
import { failureOf } from './failure.ts';

/** The time for which a start waits for the provider, in milliseconds. */
const TIMEOUT = 5_000;

/**
 * Verifies the secret key with one call, so that a wrong key is found at the start and not by a buyer.
 * @returns the error if the provider could not check the key; the start continues
 * @throws StartError if the provider does not accept the key
 */
export const verifyKey = async (stripe: Stripe): Promise<Error | undefined> => {
  try {
    await stripe.paymentIntents.list({ limit: 1 }, { timeout: TIMEOUT, maxNetworkRetries: 0 });
    return undefined;
  } catch (error) {
    if (failureOf(error) !== 'unauthorized') return error as Error;
    const message = (error as Error).message;
    throw new StartError(`The card provider does not accept the setting STRIPE_SECRET_KEY: ${message}`);
  }
};
