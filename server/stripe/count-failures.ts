import type Stripe from 'stripe';

/** The number of failed attempts to call the provider since this process started, by kind of failure. */
export const providerFailures = { unauthorized: 0, busy: 0, failed: 0, unanswered: 0 };

const countStatus = (status: number): void => {
  if (status === 401 || status === 403) providerFailures.unauthorized += 1;
  else if (status === 409 || status === 429) providerFailures.busy += 1;
  else if (status >= 500) providerFailures.failed += 1;
};

/** Wraps an HTTP client of the SDK so that its failures are counted in `providerFailures`. */
export const countFailures = (client: Stripe.HttpClient): Stripe.HttpClient => {
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    try {
      const response = await send(...request);
      countStatus(response.getStatusCode());
      return response;
    } catch (error) {
      providerFailures.unanswered += 1;
      throw error;
    }
  };
  return client;
};
