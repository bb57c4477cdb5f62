import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Pool } from 'pg';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/client.ts';
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import { freePort } from '../../free-port.ts';
import { checkBooks } from './books/check-books.ts';
import { reconcilePayments } from './reconciling/reconcile-payments.ts';
import { cardSandboxSettings } from '../../start-sandboxes.ts';
import { createStripe } from '../../stripe/client.ts';
import { booksOf, findErrors } from '#tests/support/books.ts';
import type { Fault, FaultProxy } from '#tests/support/fault-proxy.ts';
import { confirmCard, findOffer, holdWebhooks, openIntent, payFor } from '#tests/support/payments.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestServer, TEST_SECRET } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';

const MINUTE = 60_000;

/** Runs the reconciler as if a minute had passed. */
const reconcile = async (app: TestApp, stripe: Stripe) => {
  const database = await openDatabase(app.databaseUrl, () => undefined);
  const log = pino({ level: 'silent' });
  await reconcilePayments({ db: database.db, stripe, log }, { now: new Date(Date.now() + MINUTE) });
  await database.close();
};

const findingsOf = async (app: TestApp, stripe: Stripe): Promise<string[]> => {
  const database = await openDatabase(app.databaseUrl, () => undefined);
  const findings = await checkBooks(database.db, stripe);
  await database.close();
  return findings;
};

describe('fifty reports of one payment at once', () => {
  let app: TestApp;
  let second: TestApp;
  let stripe: Stripe;

  beforeAll(async () => {
    app = await startTestApp();
    second = attachTestApp(await startTestServer(app.databaseUrl), app);
    stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET));
    await holdWebhooks(app);
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const sendEvent = (to: TestApp, intentId: string) => {
    const body = JSON.stringify({
      id: `evt_${intentId}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: intentId, object: 'payment_intent' } },
    });
    const secret = cardSandboxSettings(to.url, TEST_SECRET).webhookSecret;
    const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return to.call('POST', '/webhooks/stripe', { body, headers });
  };
  const report = (to: TestApp, transactionId: string, { token }: TestUser) =>
    to.call('POST', '/payments', { body: { transactionId }, token });

  it.each([
    ['to one server', () => [app, app]],
    ['to two servers on one database', () => [app, second]],
  ])('%s make one enrollment', async (_what, servers) => {
    const ada = await createStudent(app);
    const transactionId = await payFor(app, ada, await findOffer(app));
    const [one, other] = servers();
    const responses = await Promise.all(
      Array.from({ length: 25 }, (_, index) => {
        const to = index % 2 === 0 ? one! : other!;
        return [report(to, transactionId, ada), sendEvent(to, transactionId)];
      }).flat(),
    );
    for (const { status } of responses) expect(status).toBe(200);
    expect(new Set(responses.map(({ body }) => body.insertedId).filter(Boolean)).size).toBe(1);
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    expect(await findingsOf(app, stripe)).toEqual([]);
  });

  it('an event that is sent again changes nothing, and one that is too old is refused', async () => {
    const ada = await createStudent(app);
    const transactionId = await payFor(app, ada, await findOffer(app));
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expect((await sendEvent(app, transactionId)).status).toBe(200);
    }
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    const payload = JSON.stringify({
      type: 'payment_intent.succeeded',
      data: { object: { id: transactionId } },
    });
    const old = stripe.webhooks.generateTestHeaderString({
      payload,
      secret: cardSandboxSettings(app.url, TEST_SECRET).webhookSecret,
      timestamp: Math.floor(Date.now() / 1_000) - 301,
    });
    const headers = { 'content-type': 'application/json', 'stripe-signature': old };
    expect((await app.call('POST', '/webhooks/stripe', { body: payload, headers })).status).toBe(400);
  });

  it('an event of a payment of another shop is accepted and ignored', async () => {
    const foreign = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });
    await stripe.paymentIntents.confirm(foreign.id, { payment_method: 'pm_card_visa' });
    expect((await sendEvent(app, foreign.id)).status).toBe(200);
    expect((await sendEvent(app, 'pi_unknown')).status).toBe(200);
    expect(await findErrors(app.pool)).toEqual([]);
    expect(await findingsOf(app, stripe)).toEqual([]);
  });
});

describe('a failing provider', () => {
  let setting: Shop;
  let provider: TestApp;
  let proxy: FaultProxy;
  let shop: TestApp;
  let stripe: Stripe;
  let ada: TestUser;

  beforeAll(async () => {
    setting = await startShop();
    ({ provider, proxy, shop, stripe } = setting);
  });
  afterAll(() => setting.close());
  beforeEach(async () => {
    proxy.fault = 'none';
    ada = await createStudent(shop);
  });

  /** Pays as a browser does, which reaches the provider without our server. */
  const pay = async (clientSecret: string) => confirmCard(provider, clientSecret, 'pm_card_visa');
  const report = (transactionId: string) =>
    shop.call('POST', '/payments', { body: { transactionId }, token: ada.token });
  const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!;
  const expectRightBooks = async () => {
    const findings = await findingsOf(shop, stripe);
    // No provider knows the payments of the demo's history.
    expect(findings.filter((finding) => !finding.includes('pi_demo_'))).toEqual([]);
  };

  it('loads nothing of the sandbox', async () => {
    expect((await fetch(`${shop.url}/sandbox/stripe/stripe.js`)).headers.get('content-type')).not.toContain(
      'javascript',
    );
    expect((await shop.call('GET', '/config')).body).not.toHaveProperty('stripeScript');
  });

  it.each<Fault>(['down', 'error 500', 'cut before', 'cut after'])(
    '(%s) while an intent is created: reports it, and the next attempt has one intent at the provider',
    async (fault) => {
      const offer = await findOffer(shop);
      proxy.fault = fault;
      const refused = await openIntent(shop, ada, offer);
      expect(refused.status).toBe(502);
      expect(refused.body.error.message).toContain('Nothing is lost');
      proxy.fault = 'none';
      const { status, body } = await openIntent(shop, ada, offer);
      expect(status).toBe(200);
      const { rows } = await provider.pool.query(
        `select 1 from card_sandbox.objects where type = 'payment_intent' and body->'metadata'->>'userId' =
           (select body->'metadata'->>'userId' from card_sandbox.objects where id = $1)`,
        [idOf(body.clientSecret)],
      );
      expect(rows).toHaveLength(1);
    },
  );

  it.each<Fault>(['down', 'error 500', 'cut before', 'cut after'])(
    '(%s) while a payment is recorded: reports it, and everything settles when it is back',
    async (fault) => {
      const { body } = await openIntent(shop, ada, await findOffer(shop));
      await pay(body.clientSecret);
      proxy.fault = fault;
      const refused = await report(idOf(body.clientSecret));
      expect(refused.status).toBe(502);
      expect(refused.body.error.code).toBe('provider_unavailable');
      expect(await booksOf(shop.pool, ada)).toEqual({ payments: 0, refunded: 0, enrollments: 0 });
      proxy.fault = 'none';
      await setting.reconcile();
      expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
      expect((await report(idOf(body.clientSecret))).status).toBe(200);
      await expectRightBooks();
    },
  );

  it('(slow) still records', async () => {
    const { body } = await openIntent(shop, ada, await findOffer(shop));
    await pay(body.clientSecret);
    proxy.fault = 'slow';
    expect((await report(idOf(body.clientSecret))).status).toBe(200);
    await expectRightBooks();
  });

  it.each<Fault>(['down', 'error 500', 'cut after'])(
    '(%s) during a refund: the payment is refunded once when the provider is back',
    async (fault) => {
      const admin = await signInAs(shop, 'Admin');
      const { body } = await openIntent(shop, ada, await findOffer(shop));
      await pay(body.clientSecret);
      const transactionId = idOf(body.clientSecret);
      await report(transactionId);
      const { body: found } = await shop.call('GET', `/payments?q=${transactionId}`, { token: admin.token });
      proxy.fault = fault;
      const refused = await shop.call('POST', `/payments/${found[0]._id}/refund`, {
        body: { reason: 'Asked for' },
        token: admin.token,
      });
      expect(refused.status).toBe(502);
      proxy.fault = 'none';
      await setting.reconcile();
      expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
      const { data } = await stripe.refunds.list({ payment_intent: transactionId });
      expect(data).toHaveLength(1);
      await expectRightBooks();
    },
  );
});

describe('a database outage', () => {
  it('loses no payment, and the server continues without a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'classharbor-faults-'));
    const settings = { port: String(await freePort()) };
    let postgres = await startEmbeddedPostgres(folder, { settings });
    const server = await startTestServer(postgres.url);
    const pool = new Pool({ connectionString: postgres.url, max: 2 });
    pool.on('error', () => undefined);
    const app = attachTestApp(server, { pool, databaseUrl: postgres.url });
    const stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET));
    const offer = await findOffer(app);
    const buyers = [await createStudent(app), await createStudent(app), await createStudent(app)];
    const secrets: string[] = [];
    for (const buyer of buyers)
      secrets.push((await openIntent(app, buyer, offer)).body.clientSecret as string);
    await holdWebhooks(app);
    for (const secret of secrets) await confirmCard(app, secret, 'pm_card_visa');

    await postgres.stop();
    const report = (index: number) =>
      app.call('POST', '/payments', {
        body: { transactionId: secrets[index]!.split('_secret_')[0] },
        token: buyers[index]!.token,
      });
    const lost = await report(0);
    expect(lost.status).toBeGreaterThanOrEqual(500);
    expect(JSON.stringify(lost.body)).not.toMatch(/select|relation|ECONN/i);
    expect((await app.call('GET', '/readyz')).status).toBe(503);

    postgres = await startEmbeddedPostgres(folder, { settings });
    await waitUntil('the server', async () => (await app.call('GET', '/readyz')).status === 200);
    expect((await report(0)).status).toBe(200);
    await reconcile(app, stripe);
    for (const buyer of buyers) {
      // The server's own round may be recording the payment, which the one above then leaves to it.
      await expect.poll(() => booksOf(pool, buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    }
    expect(await findingsOf(app, stripe)).toEqual([]);
    await pool.end();
    await server.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
});
