import Stripe from 'stripe';

/** What the card provider said of a request that failed: its status, if it answered, and its message in one line. */
export const wordsOfFailure = (error: unknown): string => {
  const message = (error as Error).message.split('\n')[0]!;
  const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
  return status ? `${status} ${message}` : `No answer: ${message}`;
};
