import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimitName } from '#contract/call.ts';
import { isConnectionFailure } from '../database/connection-failure.ts';
import { ApiError } from './api-error.ts';
import { clientAddress, networkOf } from './client-address.ts';

interface Limit {
  perNetwork: number;
  perAccount: number;
  seconds: number;
}

/**
 * Requests allowed per period of `seconds`: from one network, which may be a whole school, and by one account. All
 * servers share the counters. `signIn` and `password` count only failures.
 */
export const RATE_LIMITS = {
  signIn: { perNetwork: 120, perAccount: 10, seconds: 600 },
  /** Every authentication attempt, failed or not, because each costs the server a password hash. */
  authentication: { perNetwork: 600, perAccount: 60, seconds: 600 },
  registration: { perNetwork: 60, perAccount: 5, seconds: 3_600 },
  email: { perNetwork: 30, perAccount: 3, seconds: 3_600 },
  /** Messages of the contact form, by the address of their sender. */
  contact: { perNetwork: 20, perAccount: 5, seconds: 3_600 },
  password: { perNetwork: 20, perAccount: 10, seconds: 600 },
  token: { perNetwork: 600, perAccount: 60, seconds: 60 },
  intent: { perNetwork: 120, perAccount: 20, seconds: 600 },
  /** Recording a payment. The payment screen repeats the call until the outcome is known. */
  paymentOutcome: { perNetwork: 1_200, perAccount: 150, seconds: 600 },
  upload: { perNetwork: 240, perAccount: 60, seconds: 600 },
  /** Parts of uploads. A large file has several, and a bad connection causes many. */
  uploadPart: { perNetwork: 6_000, perAccount: 1_200, seconds: 600 },
  writing: { perNetwork: 240, perAccount: 40, seconds: 600 },
  /** Changes of a curriculum, which the editor saves while its user writes. */
  editing: { perNetwork: 4_800, perAccount: 1_200, seconds: 600 },
  /** The position in a video is saved at most four times a minute, in each tab. */
  progress: { perNetwork: 12_000, perAccount: 300, seconds: 600 },
  /** PDF files and pictures that are drawn on request, which takes about a tenth of a second each. */
  drawing: { perNetwork: 600, perAccount: 120, seconds: 600 },
  /** Decisions of admins and grades of teachers, which are often made in quick succession. */
  review: { perNetwork: 1_200, perAccount: 300, seconds: 600 },
} as const satisfies Record<RateLimitName, Limit>;

const MINUTE_SECONDS = 60;

export interface RateLimits {
  /**
   * Counts a request by its network and, if given, by an account.
   * @throws ApiError `too_many_requests`, with Retry-After on the reply, if the limit is exceeded
   */
  count(name: RateLimitName, request: FastifyRequest, reply: FastifyReply, account?: string): Promise<void>;
  /**
   * Reverses the counts of a request for limits that count only failures. Counting comes first, so that concurrent
   * attempts cannot exceed a limit.
   */
  uncount(request: FastifyRequest): Promise<void>;
}

/**
 * The key of a claimed account. It includes the claiming address, so that a stranger elsewhere cannot use up the
 * owner's limit.
 */
export const claimedAccount = (request: FastifyRequest, email: string): string =>
  `${networkOf(clientAddress(request))} ${email}`;

const TABLE = 'rate_limits';

/** Limits on failures. */
const FAILURE_LIMITS: readonly string[] = ['signIn', 'password'] satisfies RateLimitName[];

/** Hashes a key, so that email and network addresses are not stored in plain text. */
export const keyOf = (text: string): string =>
  createHash('sha256').update(text.toLowerCase()).digest('base64url');

/** No limits, for servers behind a gateway that enforces them, and for tests. */
export const noRateLimits: RateLimits = { count: async () => undefined, uncount: async () => undefined };

const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};

/** The error for an attempt that cannot be counted now. */
const countingFailed = (cause: unknown): ApiError =>
  Object.assign(
    new ApiError('unavailable', 'This is not possible right now. Please try again in a moment.'),
    {
      cause,
    },
  );

/**
 * Creates limits that all servers on the database share. While the database cannot count, each server counts for
 * itself. Limits on failures refuse requests instead, because an overload would otherwise allow more guesses of a
 * password.
 */
export const createRateLimits = (pool: Pool): RateLimits => {
  const limiter = (name: string, points: number, duration: number, countsFailures: boolean) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration,
      // Callers over the limit are refused without a query, unless a pending attempt may still be reversed.
      ...(!countsFailures && {
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration }),
      }),
    });
  const limiters = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, { perNetwork, perAccount, seconds }]) => [
      name,
      {
        byNetwork: limiter(name, perNetwork, seconds, FAILURE_LIMITS.includes(name)),
        byAccount: limiter(`${name}-account`, perAccount, seconds, FAILURE_LIMITS.includes(name)),
      },
    ]),
  );
  const consume = async (by: RateLimiterPostgres, key: string, reply: FastifyReply): Promise<void> => {
    try {
      await by.consume(key);
    } catch (refusal) {
      if (isConnectionFailure(refusal)) throw refusal;
      if (!(refusal instanceof RateLimiterRes)) throw countingFailed(refusal);
      const seconds = Math.ceil(refusal.msBeforeNext / 1_000);
      reply.header('retry-after', seconds);
      throw new ApiError('too_many_requests', `Too many attempts. Please try again in ${inWords(seconds)}.`);
    }
  };
  const reversible = new WeakMap<FastifyRequest, (() => Promise<unknown>)[]>();
  return {
    count: async (name, request, reply, account) => {
      const { byNetwork, byAccount } = limiters[name]!;
      const network = keyOf(networkOf(clientAddress(request)));
      if (account) await consume(byAccount, keyOf(account), reply);
      await consume(byNetwork, network, reply);
      if (!FAILURE_LIMITS.includes(name)) return;
      const rewards = reversible.get(request) ?? [];
      if (account) rewards.push(() => byAccount.reward(keyOf(account)));
      rewards.push(() => byNetwork.reward(network));
      reversible.set(request, rewards);
    },
    uncount: async (request) => {
      const rewards = reversible.get(request) ?? [];
      reversible.delete(request);
      for (const reward of rewards) await reward();
    },
  };
};

/**
 * Enforces the limits of all routes that are registered after this. On routes that declare limits on failures, the
 * count is reversed before a successful (2xx) response is sent.
 */
export const registerRateLimits = (app: FastifyInstance, limits: RateLimits): void => {
  app.decorate('rateLimits', limits);
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 200 || reply.statusCode > 299) return;
    try {
      await limits.uncount(request);
    } catch (error) {
      // The request stays successful. The count expires by itself.
      request.log.warn({ err: error }, 'A successful attempt could not be removed from the rate limit');
    }
  });
};

/** Milliseconds between two removals of expired counts. */
const CLEANING_INTERVAL = 60 * 60 * 1_000;

/** Regularly removes expired counts, so that the table only contains those of the last hour. */
export const cleanRateLimits = (app: FastifyInstance, pool: Pool): void => {
  const timer = setInterval(() => {
    pool
      .query(`delete from ${TABLE} where expire < $1`, [Date.now()])
      .catch((error: unknown) => app.log.warn({ err: error }, 'Expired rate limits could not be removed'));
  }, CLEANING_INTERVAL);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
};
