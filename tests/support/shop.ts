import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type Stripe from 'stripe';
import { type Database, openDatabase } from '#server/database/client.ts';
import { checkBooks } from '#server/modules/payments/books/check-books.ts';
import { reconcilePayments } from '#server/modules/payments/reconciling/reconcile-payments.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { confirmCard, holdWebhooks, openIntent } from './payments.ts';
import type { TestUser } from './users.ts';
import { TEST_SECRET } from './start-test-server.ts';
import { type ApiResponse, startTestApp, type TestApp } from './test-app.ts';

/**
 * A shop with the provider's keys but no sandbox, its provider, and the faults between them. The shop reconciles only when
 * a test does, which would otherwise find rows that the server's own round has claimed.
 */
export interface Shop {
  /** Has the card sandbox, and stands in for the provider. Its webhooks are held back. */
  provider: TestApp;
  proxy: FaultProxy;
  /** Reaches the provider through the proxy. */
  shop: TestApp;
  /** Reaches the provider directly, bypassing the proxy. */
  stripe: Stripe;
  /** Reaches the provider through the proxy, as the reconciler and the commands do. */
  throughProxy: Stripe;
  /** The shop's database, for the reconciler and the commands. */
  db: Database;
  /** The settings with which a server becomes this shop. */
  variables: Record<string, string>;
  /** Processes what is due this many milliseconds after the last call. Bypasses the proxy by default. */
  reconcile: (milliseconds?: number, through?: Stripe) => Promise<void>;
  /** The findings of the check of the books about a transaction. */
  findingsOf: (transactionId: string) => Promise<string[]>;
  /** Sends an event to the shop's webhook. */
  sendEvent: (type: string, object: object, more?: object) => Promise<ApiResponse>;
  /** Deletes all events so far at the provider, from its webhooks and from its log. */
  loseEvents: () => Promise<void>;
  /** Opens an intent and pays it at the provider without telling the shop. @returns the transaction id */
  payAt: (buyer: TestUser, offer: { _id: string; price: number }, card?: string) => Promise<string>;
  close: () => Promise<void>;
}

const MINUTE = 60_000;

/** @param more further settings of the shop */
export const startShop = async (more: Record<string, string> = {}): Promise<Shop> => {
  const provider = await startTestApp();
  await holdWebhooks(provider);
  const proxy = await startFaultProxy(provider.url);
  const settings = cardSandboxSettings(provider.url, TEST_SECRET);
  const variables = {
    STRIPE_SECRET_KEY: settings.secretKey,
    STRIPE_PUBLISHABLE_KEY: settings.publishableKey,
    STRIPE_WEBHOOK_SECRET: settings.webhookSecret,
    STRIPE_API_BASE: `${proxy.url}/sandbox/stripe`,
    ...more,
  };
  const shop = await startTestApp(variables);
  await shop.server.tasks.endReconciling();
  const { db, close: closeDatabase } = await openDatabase(shop.databaseUrl, () => undefined);
  const stripe = createStripe(settings);
  const throughProxy = createStripe({ ...settings, apiBase: variables.STRIPE_API_BASE }, 'background');

  let passed = 0;
  const reconcile = async (milliseconds = MINUTE, through = stripe) => {
    passed += milliseconds;
    const now = new Date(Date.now() + passed);
    await reconcilePayments({ db, stripe: through, log: pino({ level: 'silent' }) }, { now });
  };
  const findingsOf = async (transactionId: string) =>
    (await checkBooks(db, stripe)).filter((finding) => finding.includes(transactionId));
  const sendEvent = (type: string, object: object, more: object = {}) => {
    const id = `evt_${randomUUID()}`;
    const body = JSON.stringify({ id, object: 'event', type, data: { object }, ...more });
    const signature = stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: settings.webhookSecret,
    });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return shop.call('POST', '/webhooks/stripe', { body, headers });
  };
  const payAt = async (buyer: TestUser, offer: { _id: string; price: number }, card = 'pm_card_visa') => {
    const { body } = await openIntent(shop, buyer, offer);
    await confirmCard(provider, body.clientSecret, card);
    return (body.clientSecret as string).split('_secret_')[0]!;
  };
  const loseEvents = async () => {
    await provider.pool.query('delete from card_sandbox.deliveries');
    await provider.pool.query(`delete from card_sandbox.objects where type = 'event'`);
  };
  const close = async () => {
    await closeDatabase();
    await shop.close();
    await proxy.close();
    await provider.close();
  };
  return {
    provider,
    proxy,
    shop,
    stripe,
    throughProxy,
    db,
    variables,
    reconcile,
    findingsOf,
    sendEvent,
    loseEvents,
    payAt,
    close,
  };
};
