import { Pool } from 'pg';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/database/client.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { freePort } from '#server/free-port.ts';
import type { RunningServer } from '#server/server.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { BuiltServer, createDataDir, removeDataDir } from '#tests/support/built-server.ts';
import { type FaultProxy, providerError, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { findOffer, openIntent } from '#tests/support/payments.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { PUBLIC_SITE, TEST_SECRET } from '#tests/support/start-test-server.ts';
import { attachTestApp, createTestDatabase, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';

/** Numbers of the log levels in pino. */
const LEVEL = { warn: 40, error: 50 };
/** The provider's message. It masks the key, and even that is for the operator only. */
const SAID = 'Invalid API Key provided: sk_test_*********4242';

let provider: TestApp;
let proxy: FaultProxy;
let server: BuiltServer;
let shop: TestApp;
let pool: Pool;
let shopDir: string;
const cleanUps: (() => Promise<unknown>)[] = [];

/** Starts a shop as a process, which logs at the default level, with its provider behind a proxy. */
beforeAll(async () => {
  provider = await startTestApp();
  proxy = await startFaultProxy(provider.url);
  const { secretKey, publishableKey, webhookSecret } = cardSandboxSettings(provider.url, TEST_SECRET);
  const databaseUrl = await createTestDatabase();
  shopDir = await createDataDir();
  server = await new BuiltServer(await freePort(), {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: `${proxy.url}/sandbox/stripe`,
    DEMO: 'on',
    SECRET: TEST_SECRET,
    DATABASE_URL: databaseUrl,
    DATA_DIR: shopDir,
  }).ready();
  pool = new Pool({ connectionString: databaseUrl, max: 2 });
  shop = attachTestApp({ url: server.url } as RunningServer, { databaseUrl, pool });
});
afterAll(async () => {
  await server.stop();
  await pool.end();
  await proxy.close();
  await provider.close();
  await removeDataDir(shopDir);
});
afterEach(async () => {
  proxy.intercept = undefined;
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Starts a real site in its own folder. Its card provider is unreachable. */
const launch = async (variables: Record<string, string> = {}) => {
  const dataDir = await createDataDir();
  cleanUps.push(() => removeDataDir(dataDir));
  const site = new BuiltServer(await freePort(), { ...PUBLIC_SITE, DATA_DIR: dataDir, ...variables });
  cleanUps.push(() => site.stop());
  return { site, dataDir };
};

interface Line {
  level: number;
  msg: string;
  err?: { cause?: string };
}

const linesOf = ({ output }: BuiltServer): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

const metricOf = async (name: string): Promise<number> => {
  const { body } = await shop.call('GET', '/metrics');
  const line = (body as string).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1]);
};

/** The schemas of the database in a data folder. */
const schemasIn = async (dataDir: string): Promise<string[]> => {
  const postgres = await startEmbeddedPostgres(dataDir);
  const database = await openDatabase(postgres.url, () => undefined);
  const { rows } = await database.pool.query<{ name: string }>('select nspname as name from pg_namespace');
  await database.close();
  await postgres.stop();
  return rows.map(({ name }) => name);
};

describe('a secret key that the provider does not accept', () => {
  it('is reported to the operator with the provider’s message, counted, and not shown to buyers', async () => {
    const refusedKeys = 'payments_provider_failures_total{failure="unauthorized"}';
    const buyer = await createStudent(shop);
    const offer = await findOffer(shop);
    const { body: opened } = await openIntent(shop, buyer, offer);
    const transactionId = (opened.clientSecret as string).split('_secret_')[0];
    expect(await metricOf(refusedKeys)).toBe(0);
    expect(server.output).not.toContain('Invalid API Key');

    proxy.intercept = async () => providerError(401, { type: 'invalid_request_error', message: SAID });
    const responses = [
      await openIntent(shop, buyer, await findOffer(shop, 'price')),
      await shop.call('POST', '/payments', { body: { transactionId }, token: buyer.token }),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(502);
      expect(body.error.code).toBe('provider_unavailable');
      expect(JSON.stringify(body)).not.toMatch(/key|sk_|invalid|stripe/i);
    }
    const logged = () =>
      linesOf(server).filter(
        ({ level, msg, err }) =>
          level === LEVEL.error &&
          msg === 'Request failed' &&
          err?.cause === `StripeAuthenticationError: ${SAID}`,
      );
    await expect.poll(() => logged().length).toBe(responses.length);
    expect(await metricOf(refusedKeys)).toBeGreaterThanOrEqual(responses.length);

    // The intent has not ended, so the buyer can pay it once the key is correct.
    proxy.intercept = undefined;
    expect((await openIntent(shop, buyer, offer)).body).toEqual(opened);
  });

  it('stops the start with one line, as does a live key beside a test key', async () => {
    const proven = await launch({
      STRIPE_API_BASE: `${provider.url}/sandbox/stripe`,
      STRIPE_SECRET_KEY: 'sk_test_rolled',
    });
    expect(await proven.site.exit()).toBe(1);
    expect(proven.site.output).not.toContain(' is ready on ');
    expect(proven.site.output).toMatch(
      /^The card provider does not accept the setting STRIPE_SECRET_KEY: Invalid API Key.*$/m,
    );
    for (const [name, live] of Object.entries({
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
    })) {
      const { site } = await launch({ [name]: live });
      expect(await site.exit()).toBe(1);
      expect(site.output.trim().split('\n')).toEqual([
        expect.stringMatching(
          /^STRIPE_SECRET_KEY is a \w+ key and STRIPE_PUBLISHABLE_KEY is a \w+ key: use keys of the same mode$/,
        ),
      ]);
    }
  });
});

it('a webhook whose signature is not valid is logged at the default level and counted', async () => {
  const failures = 'payments_webhook_signature_failures_total';
  expect(await metricOf(failures)).toBe(0);
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` };
  for (const count of [1, 2]) {
    expect((await shop.call('POST', '/webhooks/stripe', { body: '{}', headers })).status).toBe(400);
    expect(await metricOf(failures)).toBe(count);
  }
  const logged = { level: LEVEL.warn, msg: 'A webhook event has no valid signature' };
  await expect.poll(() => linesOf(server)).toContainEqual(expect.objectContaining(logged));
});

it('signed webhooks of an unknown shape are acknowledged, and the first is logged at the default level', async () => {
  const payload = JSON.stringify({
    id: 'evt_thin',
    object: 'v2.core.event',
    type: 'v2.core.account.updated',
  });
  const secret = cardSandboxSettings(provider.url, TEST_SECRET).webhookSecret;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  for (let sent = 0; sent < 3; sent += 1)
    expect((await shop.call('POST', '/webhooks/stripe', { body: payload, headers })).status).toBe(200);
  const message = 'A webhook event of an unknown shape was ignored';
  const logged = () => linesOf(server).filter(({ msg }) => msg === message);
  await expect
    .poll(logged)
    .toMatchObject([
      { level: LEVEL.warn, id: 'evt_thin', object: 'v2.core.event', type: 'v2.core.account.updated' },
    ]);
});

it('a shop starts with a warning if its provider is unavailable, and its commands refuse without its settings', async () => {
  const { site, dataDir } = await launch();
  await (await site.ready()).stop();
  const warned = { level: LEVEL.warn, msg: 'Could not verify the API key with the card provider' };
  expect(linesOf(site)).toContainEqual(expect.objectContaining(warned));
  for (const command of ['check-books', 'adopt-payments']) {
    expect(await runCommand(command, [], '', { DATA_DIR: dataDir, DEMO: '', SECRET: '' })).toEqual({
      code: 1,
      output: expect.stringMatching(/^This database does not belong to a demo: set STRIPE_SECRET_KEY.*\n$/),
    });
  }
  const schemas = await schemasIn(dataDir);
  expect(schemas).toContain('identity');
  expect(schemas).not.toContain('card_sandbox');
});
