import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Config } from '#contract/config.ts';

type StripeFactory = (publishableKey: string) => Stripe;

const addScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The card form could not be loaded. Please check your connection and try again.'));
    };
    document.head.append(script);
  });

/**
 * Loads Stripe.js from Stripe, or its replacement from the address that the server names.
 * @throws Error whose message is written for the user
 */
export const loadCardProvider = async (config: Config): Promise<Stripe> => {
  if (!config.stripeScript) {
    const stripe = await loadStripe(config.stripePublishableKey);
    if (!stripe) throw new Error('The card form could not be loaded. Please try again.');
    return stripe;
  }
  await addScript(config.stripeScript);
  const { Stripe: createStripe } = window as unknown as { Stripe: StripeFactory };
  return createStripe(config.stripePublishableKey);
};
