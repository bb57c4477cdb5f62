import Stripe from 'stripe';
import { countFailures } from './count-failures.ts';
import { limitConcurrency } from '../limit-concurrency.ts';

export interface StripeSettings {
  secretKey: string;
  /** Another address in the provider's place, with a path if it has one; absent: Stripe's own. */
  apiBase?: string;
}

/**
 * How patient a client is. `timeout` (milliseconds) is of one try, `retries` are the SDK's own, with the same
 * idempotency key; more than `concurrency` calls at once wait up to `queueLimit` milliseconds for their turn.
 */
interface Patience {
  timeout: number;
  retries: number;
  concurrency: number;
  queueLimit: number;
}

const PATIENCE = {
  /** Somebody waits for the answer. What takes longer is left to the background, and they are told to try again. */
  request: { timeout: 8_000, retries: 1, concurrency: 16, queueLimit: 4_000 },
  /** Nobody waits: failures come back to the queue, which has a backoff of its own. */
  background: { timeout: 20_000, retries: 0, concurrency: 8, queueLimit: 60_000 },
} as const satisfies Record<string, Patience>;

/** Puts a path in front of every request's; the SDK itself only takes a host and a port. */
const underPath = (client: Stripe.HttpClient, basePath: string): Stripe.HttpClient => {
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, ...rest) => send(host, port, basePath + path, ...rest);
  return client;
};

/**
 * Bounds how many requests a client has under way, so that a slow provider costs a bounded number of sockets and waiting
 * callers. A request holds its slot until its answer's headers are there.
 */
const limited = (client: Stripe.HttpClient, { concurrency, queueLimit }: Patience): Stripe.HttpClient => {
  const runLimited = limitConcurrency({
    concurrency,
    queueLimit,
    onTimeout: () => new Error('Too many requests to the card provider are under way'),
  });
  const send = client.makeRequest.bind(client);
  client.makeRequest = (...request) => runLimited(() => send(...request));
  return client;
};

/** The clients whose key charges real money. */
const LIVE = new WeakSet<Stripe>();

/** Whether a client's key charges real money, and knows nothing of what was made with a test key. */
export const isLive = (stripe: Stripe): boolean => LIVE.has(stripe);

/** The official SDK, pointed at Stripe or at what stands in its place. */
export const createStripe = (
  { secretKey, apiBase }: StripeSettings,
  use: keyof typeof PATIENCE = 'request',
): Stripe => {
  const patience = PATIENCE[use];
  const client = limited(countFailures(Stripe.createNodeHttpClient()), patience);
  const common = { maxNetworkRetries: patience.retries, timeout: patience.timeout, telemetry: false };
  const address = apiBase ? new URL(apiBase) : undefined;
  const stripe = new Stripe(secretKey, {
    ...common,
    httpClient: address ? underPath(client, address.pathname.replace(/\/$/, '')) : client,
    ...(address && {
      protocol: address.protocol === 'http:' ? 'http' : 'https',
      // Node.js takes an IPv6 address without the brackets that it has in a URL.
      host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: address.port || (address.protocol === 'http:' ? 80 : 443),
    }),
  });
  if (secretKey.startsWith('sk_live_')) LIVE.add(stripe);
  return stripe;
};
