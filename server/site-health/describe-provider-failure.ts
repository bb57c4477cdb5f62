import Stripe from 'stripe';

/** The card provider's description of a failed request: its status, if it responded, and its message in one line. */
export const describeProviderFailure = (error: unknown): string => {
  const message = (error as Error).message.split('\n')[0]!;
  const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
  return status ? `${status} ${message}` : `No response: ${message}`;
};
