import Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';

export interface StripeSettings {
  secretKey: string;
  /** Another address in the provider's place, with a path if it has one; absent: Stripe's own. */
  apiBase?: string;
}

/** Milliseconds that one request to the provider may take. */
const TIMEOUT = 20_000;
const RETRIES = 2;

/** Puts a path in front of every request's; the SDK itself only takes a host and a port. */
const underPath = (basePath: string) => {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, ...rest) => send(host, port, basePath + path, ...rest);
  return client;
};

/** The official SDK, pointed at Stripe or at what stands in its place. */
export const createStripe = ({ secretKey, apiBase }: StripeSettings): Stripe => {
  const common = { maxNetworkRetries: RETRIES, timeout: TIMEOUT, telemetry: false };
  if (!apiBase) return new Stripe(secretKey, common);
  const { protocol, hostname, port, pathname } = new URL(apiBase);
  return new Stripe(secretKey, {
    ...common,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    httpClient: underPath(pathname.replace(/\/$/, '')),
  });
};

/** Whether the provider says that there is no such object. */
export const isMissingAtProvider = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** What to throw for a failure of the SDK: an answer for the caller. What is not the SDK's stays as it is. */
export const providerFailure = (error: unknown): unknown =>
  error instanceof Stripe.errors.StripeError
    ? new ApiError(
        'provider_unavailable',
        'The card provider cannot be reached. Nothing is lost, please try again.',
      )
    : error;
