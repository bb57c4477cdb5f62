import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { countFailures } from './count-failures.ts';
import { isLiveKey } from './is-live-key.ts';
import { limitConcurrency } from '../limit-concurrency.ts';

export interface StripeSettings {
  secretKey: string;
  /** The address to use in place of Stripe's own. It may have a path. */
  apiBase?: string;
}

/**
 * The limits of a client. `timeout` (milliseconds) applies to a single attempt. `retries` are the SDK's own, with the
 * same idempotency key. Calls beyond `concurrency` wait for up to `queueLimit` milliseconds. At most `perSecond`
 * requests start within a second.
 */
interface ClientLimits {
  timeout: number;
  retries: number;
  concurrency: number;
  queueLimit: number;
  perSecond?: number;
}

const LIMITS = {
  /** A user is waiting for the response. Slower work is left to the background, and the user is told to try again. */
  request: { timeout: 8_000, retries: 1, concurrency: 16, queueLimit: 4_000 },
  /**
   * Nobody is waiting: failed work returns to its queue, which has its own backoff. Stripe allows 25 requests a second
   * in test mode and 100 in live mode (https://docs.stripe.com/rate-limits), some of which buyers need.
   */
  background: { timeout: 20_000, retries: 0, concurrency: 8, queueLimit: 60_000, perSecond: 20 },
} as const satisfies Record<string, ClientLimits>;

/** For the pages of a long list, so that one lost response does not restart the whole read. */
export const REPEATED = { maxNetworkRetries: 3 };

/** Prefixes the path of every request, because the SDK itself only takes a host and a port. */
const underPath = (client: Stripe.HttpClient, basePath: string): Stripe.HttpClient => {
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, ...rest) => send(host, port, basePath + path, ...rest);
  return client;
};

/**
 * Limits a client's concurrent requests, so that a slow provider costs a bounded number of sockets and waiting callers.
 * A request holds its slot until the headers of its response have arrived.
 */
const limited = (client: Stripe.HttpClient, { concurrency, queueLimit }: ClientLimits): Stripe.HttpClient => {
  const runLimited = limitConcurrency({
    concurrency,
    queueLimit,
    onTimeout: () => new Error('Too many requests to the card provider are under way'),
  });
  const send = client.makeRequest.bind(client);
  client.makeRequest = (...request) => runLimited(() => send(...request));
  return client;
};

/** Spaces requests evenly, in the order of their arrival. */
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

/** Whether a client's key charges real money. It cannot see objects that were created with a test key. */
export const isLive = (stripe: Stripe): boolean => LIVE.has(stripe);

/** The fingerprints of the keys of all clients. */
const FINGERPRINTS = new WeakMap<Stripe, string>();

/** What distinguishes a client's key from others, and does not reveal it. */
export const keyFingerprint = (stripe: Stripe): string => FINGERPRINTS.get(stripe)!;

/** Creates a client of the official SDK, for Stripe or for the address in its place. */
export const createStripe = (
  { secretKey, apiBase }: StripeSettings,
  use: keyof typeof LIMITS = 'request',
): Stripe => {
  const limits = LIMITS[use];
  const counted = countFailures(Stripe.createNodeHttpClient());
  const client = limited('perSecond' in limits ? paced(counted, limits.perSecond) : counted, limits);
  const common = { maxNetworkRetries: limits.retries, timeout: limits.timeout, telemetry: false };
  const address = apiBase ? new URL(apiBase) : undefined;
  const stripe = new Stripe(secretKey, {
    ...common,
    httpClient: address ? underPath(client, address.pathname.replace(/\/$/, '')) : client,
    ...(address && {
      protocol: address.protocol === 'http:' ? 'http' : 'https',
      // Node.js expects an IPv6 address without the brackets of a URL.
      host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: address.port || (address.protocol === 'http:' ? 80 : 443),
    }),
  });
  if (isLiveKey(secretKey)) LIVE.add(stripe);
  FINGERPRINTS.set(stripe, createHash('sha256').update(secretKey).digest('hex').slice(0, 16));
  return stripe;
};
