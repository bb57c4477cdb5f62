import type Stripe from 'stripe';
import { StartError } from '../start-error.ts';
import { failureOf } from './failure.ts';

/** Milliseconds for which a start waits for the provider. */
const PATIENCE = 5_000;

/**
 * Proves the secret key by one call, so that a wrong one is found at the start and not by a buyer.
 * @returns why the provider could not be asked, if it could not: the start goes on
 * @throws StartError where the provider does not accept the key
 */
export const proveKey = async (stripe: Stripe): Promise<Error | undefined> => {
  try {
    await stripe.paymentIntents.list({ limit: 1 }, { timeout: PATIENCE, maxNetworkRetries: 0 });
    return undefined;
  } catch (error) {
    if (failureOf(error) !== 'unauthorized') return error as Error;
    const said = (error as Error).message;
    throw new StartError(`The card provider does not accept the setting STRIPE_SECRET_KEY: ${said}`);
  }
};
