import type Stripe from 'stripe';
import type { RefusedEvent } from '../modules/payments/events/webhook-signatures.ts';
import { failureOf } from '../stripe/failure.ts';

/** The provider's words for an object that exists, but not for the mode of the key. */
const OTHER_MODE = /exists in (test|live) mode/;

export interface RefusedOrigins {
  /** The newest refused event that the provider has for this key: the signing secret is wrong. */
  own?: RefusedEvent;
  /** The newest one of the key's other mode: its endpoint has the address of this site. */
  ofOtherMode?: RefusedEvent;
}

/**
 * Asks the provider which of the refused events are its own. An event that it does not know was sent by somebody else;
 * if it does not say, nothing is known about the event.
 */
export const findOrigins = async (
  stripe: Stripe,
  refused: readonly RefusedEvent[],
  options: Stripe.RequestOptions,
): Promise<RefusedOrigins> => {
  const origins = await Promise.all(
    refused.map(async ({ id }): Promise<keyof RefusedOrigins | undefined> => {
      try {
        await stripe.events.retrieve(id, {}, options);
        return 'own';
      } catch (error) {
        if (failureOf(error) === undefined) throw error;
        return OTHER_MODE.test((error as Error).message) ? 'ofOtherMode' : undefined;
      }
    }),
  );
  const find = (origin: keyof RefusedOrigins) => refused.find((_event, place) => origins[place] === origin);
  return { own: find('own'), ofOtherMode: find('ofOtherMode') };
};
