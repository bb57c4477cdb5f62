import { setTimeout as sleep } from 'node:timers/promises';
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
 * idempotency key; more than `concurrency` calls at once wait up to `queueLimit` milliseconds for their turn, and at most
 * `perSecond` requests begin within a second.
 */
interface Patience {
  timeout: number;
  retries: number;
  concurrency: number;
  queueLimit: number;
  perSecond?: number;
}

const PATIENCE = {
  /** Somebody waits for the answer. What takes longer is left to the background, and they are told to try again. */
  request: { timeout: 8_000, retries: 1, concurrency: 16, queueLimit: 4_000 },
  /**
   * Nobody waits: failures come back to the queue, which has a backoff of its own. Stripe takes 25 requests a second in test
   * mode and 100 in live mode (https://docs.stripe.com/rate-limits), of which buyers need some.
   */
  background: { timeout: 20_000, retries: 0, concurrency: 8, queueLimit: 60_000, perSecond: 20 },
} as const satisfies Record<string, Patience>;

/** For the pages of a long list: one lost answer should not have all of it read again. */
export const REPEATED = { maxNetworkRetries: 3 };

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

/** Spreads requests evenly, in the order in which they come. */
const paced = (client: Stripe.HttpClient, perSecond: number): Stripe.HttpClient => {
  let next = 0;
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const now = performance.now();
    const start = Math.max(now, next);
    next = start + 1_000 / perSecond;
    if (start > now) await sleep(start - now);
    return send(...request);
  };
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
  const counted = countFailures(Stripe.createNodeHttpClient());
  const client = limited('perSecond' in patience ? paced(counted, patience.perSecond) : counted, patience);
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
