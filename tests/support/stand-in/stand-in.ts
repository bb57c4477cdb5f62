import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { Pool } from 'pg';
import { registerCardSandbox } from '#sandbox/card/card-sandbox.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { type ProviderResponse, INTERNAL, KEY_IN_USE, RATE_LIMITED, REPLAYED } from './responses.ts';
import { type AskedOfProvider, type Crash, type Fault, type FaultSource, noFaults } from './faults.ts';
import { keepHistory, readingStale, withStaleReads } from './stale-reads.ts';

/** By how many changes a stale read lags behind. */
const LAG = 6;
/** In seconds. */
const DAY = 24 * 60 * 60;
const SANDBOX = '/sandbox/stripe';
/** The caller for browsers and the provider's own dashboard, whose requests never fail. */
export const UNDISTURBED = 'undisturbed';
/** The suffix of a caller with the live keys. Test and live mode are separate. */
const LIVE = '-live';

/** The name of a caller with the keys of a mode. */
export const callerOf = (name: string, live: boolean): string => (live ? `${name}${LIVE}` : name);

const isLiveCaller = (caller: string): boolean => caller.endsWith(LIVE);

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Reads the caller from the path: `/shop-a/sandbox/stripe/v1/refunds` is a call of shop-a to /v1/refunds. */
const readRequest = (request: IncomingMessage): AskedOfProvider => {
  const [, caller = '', ...rest] = (request.url ?? '').split('/');
  const key = request.headers['idempotency-key'];
  return {
    caller,
    method: request.method ?? 'GET',
    path: `/${rest.slice(2).join('/')}`,
    idempotencyKey: typeof key === 'string' ? key : undefined,
  };
};

/**
 * The card sandbox as the provider, with the provider's faults: its idempotency layer stores a 500 under its key and
 * refuses a second request while the first is in progress, its reads may be stale, and its connections may break.
 * `faults` chooses the faults. Browsers and the dashboard are not affected.
 */
export class StandIn {
  faults: FaultSource = noFaults;
  /** Ends the server of this name as a crash would. Until it is restarted, it gets no response. */
  onCrash: (caller: string) => void = () => undefined;
  readonly crashed = new Set<string>();
  /** How often each fault occurred. */
  readonly met = new Map<Fault | Crash, number>();
  readonly pool: Pool;
  readonly secret: string;
  /** The delay of a slow response in milliseconds. */
  slowness = 300;
  /** The number of requests from each server. */
  readonly asked = new Map<string, number>();
  private readonly sandboxes: { test: FastifyInstance; live: FastifyInstance };
  private readonly server = createServer((request, response) => {
    this.handle(request, response).catch(() => response.destroy());
  });
  private readonly keysInUse = new Set<string>();
  private readonly stored500s = new Set<string>();

  private constructor(pool: Pool, secret: string) {
    this.pool = pool;
    this.secret = secret;
    this.sandboxes = { test: Fastify(), live: Fastify() };
  }

  /** @param databaseUrl an empty database of its own @param secret the secret from which its keys are derived */
  static async start(databaseUrl: string, secret: string): Promise<StandIn> {
    const pool = new Pool({ connectionString: databaseUrl, max: 10 });
    pool.on('error', () => undefined);
    const standIn = new StandIn(pool, secret);
    for (const [mode, sandbox] of Object.entries(standIn.sandboxes)) {
      await registerCardSandbox(sandbox, {
        ...standIn.keysOf(mode === 'live'),
        pool: withStaleReads(pool),
        baseUrl: '',
        script: Buffer.alloc(0),
      });
    }
    await keepHistory(pool);
    standIn.server.listen(0, '127.0.0.1');
    await once(standIn.server, 'listening');
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The provider's settings for a server with this name. */
  settingsFor(caller: string) {
    const { apiBase } = cardSandboxSettings(`${this.url}/${caller}`, this.secret);
    return { ...this.keysOf(isLiveCaller(caller)), apiBase };
  }

  /** The same settings as environment variables of a server. */
  variablesFor(caller: string): Record<string, string> {
    const { secretKey, publishableKey, webhookSecret, apiBase } = this.settingsFor(caller);
    return {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: apiBase,
    };
  }

  /** Removes all data, as if nothing had ever been bought. */
  async reset(): Promise<void> {
    this.faults = noFaults;
    this.crashed.clear();
    this.forgetKeys();
    await this.pool.query(
      'truncate card_sandbox.deliveries, card_sandbox.objects, card_sandbox.idempotency_keys, stand_in.history',
    );
  }

  /** Lets time pass by making all data older. Idempotency keys are stored for a day. */
  async passTime(seconds: number): Promise<void> {
    if (seconds >= DAY) {
      this.forgetKeys();
      await this.pool.query('delete from card_sandbox.idempotency_keys');
    }
    await this.pool.query('alter table card_sandbox.objects disable trigger remember');
    for (const table of ['card_sandbox.objects', 'stand_in.history']) {
      await this.pool.query(
        `update ${table} set created_at = created_at - $1 * interval '1 second',
           body = jsonb_set(body, '{created}', to_jsonb((body->>'created')::bigint - $1))`,
        [seconds],
      );
    }
    await this.pool.query('alter table card_sandbox.objects enable trigger remember');
  }

  private keysOf(live: boolean) {
    const { secretKey, publishableKey, webhookSecret } = cardSandboxSettings('', this.secret);
    const ofMode = (key: string) => (live ? key.replace('_test_', '_live_') : key);
    return { secretKey: ofMode(secretKey), publishableKey: ofMode(publishableKey), webhookSecret };
  }

  private forgetKeys(): void {
    this.stored500s.clear();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
    for (const sandbox of Object.values(this.sandboxes)) await sandbox.close();
    await this.pool.end();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const asked = readRequest(request);
    const isUndisturbed = asked.caller.startsWith(UNDISTURBED);
    const fault = isUndisturbed ? undefined : this.faults(asked);
    this.asked.set(asked.caller, (this.asked.get(asked.caller) ?? 0) + 1);
    if (fault) this.met.set(fault, (this.met.get(fault) ?? 0) + 1);
    const decided = await this.respond(asked, fault, request, body);
    if (!decided) return void request.socket.destroy();
    response.writeHead(decided.status, decided.headers).end(decided.body);
  }

  /** @returns undefined if the connection breaks */
  private async respond(
    { caller, method, path, idempotencyKey: key }: AskedOfProvider,
    fault: Fault | Crash | undefined,
    request: IncomingMessage,
    body: string,
  ): Promise<ProviderResponse | undefined> {
    if (fault === 'cut before') return undefined;
    if (this.crashed.has(caller)) return undefined;
    if (fault === 'crash before') return this.crash(caller);
    if (fault === 'rate limited') return RATE_LIMITED;
    if (key && (fault === 'key in use' || this.keysInUse.has(key))) return KEY_IN_USE;
    if (key && this.stored500s.has(key)) {
      return { ...INTERNAL, headers: { ...INTERNAL.headers, ...REPLAYED } };
    }
    if (fault === 'stored 500') {
      if (key) this.stored500s.add(key);
      return INTERNAL;
    }
    if (fault === 'slow') await sleep(this.slowness);
    const perform = () => this.perform(caller, method, path, request, body);
    if (key) this.keysInUse.add(key);
    const response = await (
      fault === 'stale' && method === 'GET' ? readingStale(LAG, perform) : perform()
    ).finally(() => key && this.keysInUse.delete(key));
    if (fault === 'stored 500 after') {
      if (key) this.stored500s.add(key);
      return INTERNAL;
    }
    if (fault === 'crash after') return this.crash(caller);
    return fault === 'cut after' ? undefined : response;
  }

  private crash(caller: string): undefined {
    this.crashed.add(caller);
    this.onCrash(caller);
  }

  private async perform(
    caller: string,
    method: string,
    path: string,
    { headers }: IncomingMessage,
    payload: string,
  ): Promise<ProviderResponse> {
    const { authorization, 'content-type': type, 'idempotency-key': key } = headers;
    const sandbox = isLiveCaller(caller) ? this.sandboxes.live : this.sandboxes.test;
    const response = await sandbox.inject({
      method: method as InjectOptions['method'],
      url: `${SANDBOX}${path}`,
      headers: {
        ...(authorization && { authorization }),
        ...(type && { 'content-type': type }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(method === 'POST' && { payload }),
    });
    const replayed = response.headers['idempotent-replayed'];
    return {
      status: response.statusCode,
      headers: {
        'content-type': 'application/json',
        ...(replayed && { 'idempotent-replayed': String(replayed) }),
      },
      body: response.body,
    };
  }
}
