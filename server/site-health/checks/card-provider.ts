import type Stripe from 'stripe';
import { failureOf } from '../../stripe/failure.ts';
import { isLive } from '../../stripe/client.ts';
import { ok, type Outcome, problem } from '../outcome.ts';
import { describeProviderFailure } from '../describe-provider-failure.ts';

/** Milliseconds. */
const TIMEOUT = 6_000;

interface ProviderCheck {
  outcome: Outcome;
  /** The provider's clock. Absent if it did not respond. */
  time?: Date;
  /** The provider's response in its own words. Absent if it was not called. */
  response?: string;
}

/** Checks whether the provider accepts the secret key, by a call that changes nothing. */
export const checkCardProvider = async (stripe: Stripe | undefined): Promise<ProviderCheck> => {
  if (!stripe) return { outcome: ok('The demo has its own card sandbox') };
  try {
    const { lastResponse } = await stripe.paymentIntents.list(
      { limit: 1 },
      { timeout: TIMEOUT, maxNetworkRetries: 0 },
    );
    const date = lastResponse.headers.date;
    return {
      outcome: ok(
        isLive(stripe) ? 'The key is accepted and charges real money' : 'The key is accepted, in test mode',
      ),
      time: date ? new Date(date) : undefined,
      response: `${lastResponse.statusCode} OK`,
    };
  } catch (error) {
    const message = (error as Error).message.split('\n')[0]!;
    return {
      outcome:
        failureOf(error) === 'unauthorized'
          ? problem(
              `The card provider does not accept the key: ${message}`,
              'Copy the secret key from its dashboard, under Developers, API keys.',
              'STRIPE_SECRET_KEY',
            )
          : problem(
              `The card provider could not be reached: ${message}`,
              'Check whether this machine can reach api.stripe.com on port 443, and check the provider’s status page.',
            ),
      response: describeProviderFailure(error),
    };
  }
};
