import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../database/client.ts';
import { adoptPayments } from '../books/adopt-payments.ts';
import { checkBooks } from '../books/check-books.ts';
import { eventLogOf, pollEvents } from './poll-events.ts';
import { cardSandboxSettings } from '../../../start-sandboxes.ts';
import { createStripe } from '../../../stripe/client.ts';
import { booksOf } from '#tests/support/books.ts';
import { type FaultProxy, providerError } from '#tests/support/fault-proxy.ts';
import { findOffer } from '#tests/support/payments.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let setting: Shop;
let proxy: FaultProxy;
let shop: TestApp;
let stripe: Stripe;
let throughProxy: Stripe;
let admin: TestUser;
let ada: TestUser;
let offer: { _id: string; price: number };

beforeAll(async () => {
  setting = await startShop();
  ({ proxy, shop, stripe } = setting);
  const settings = cardSandboxSettings(setting.provider.url, TEST_SECRET);
  throughProxy = createStripe({ ...settings, apiBase: `${proxy.url}/sandbox/stripe` }, 'background');
  admin = await signInAs(shop, 'Admin');
});
afterAll(() => setting.close());
beforeEach(async () => {
  proxy.intercept = undefined;
  ada = await createStudent(shop);
  offer = await findOffer(shop);
});

const MINUTE = 60_000;
const INTENTS = '/sandbox/stripe/v1/payment_intents';

const buy = async (card?: string) => {
  const transactionId = await setting.payAt(ada, offer, card);
  const { status } = await shop.call('POST', '/payments', { body: { transactionId }, token: ada.token });
  expect(status).toBe(200);
  return transactionId;
};
const paymentOf = async (transactionId: string) =>
  (await shop.call('GET', `/payments?q=${transactionId}`, { token: admin.token })).body[0];
const tellOf = async (transactionId: string, type = 'payment_intent.succeeded') =>
  setting.sendEvent(type, await stripe.paymentIntents.retrieve(transactionId));
const openEvents = async (transactionId: string) => {
  const { rows } = await shop.pool.query<{ type: string; failure: string | null }>(
    'select type, failure from payment_events where transaction_id = $1 and handled_at is null',
    [transactionId],
  );
  return rows;
};
/** Answers reads of an intent with its state before it was paid. */
const readOldState = (transactionId: string, state: string) => {
  proxy.intercept = async ({ method, path }, forward) => {
    if (method !== 'GET' || !path.startsWith(`${INTENTS}/${transactionId}`)) return undefined;
    const response = await forward();
    return { ...response, body: response.body.replace('"status":"succeeded"', `"status":"${state}"`) };
  };
};

describe('an event that cannot be handled', () => {
  it.each(['processing', 'requires_payment_method'])(
    'because the read is older than the event (%s) is refused, and handled without being sent again',
    async (state) => {
      const transactionId = await setting.payAt(ada, offer);
      readOldState(transactionId, state);
      expect((await tellOf(transactionId)).status).toBe(503);
      expect(await openEvents(transactionId)).toMatchObject([{ type: 'payment_intent.succeeded' }]);
      proxy.intercept = undefined;
      await setting.reconcile();
      expect(await openEvents(transactionId)).toEqual([]);
      expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    },
  );

  it('because the list does not show the refund yet is refused', async () => {
    const transactionId = await buy();
    const { id } = await stripe.refunds.create({ payment_intent: transactionId });
    proxy.intercept = async ({ path }) =>
      path.startsWith('/sandbox/stripe/v1/refunds?')
        ? { status: 200, body: JSON.stringify({ object: 'list', data: [], has_more: false }) }
        : undefined;
    const refund = await stripe.refunds.retrieve(id);
    expect((await setting.sendEvent('refund.created', refund)).status).toBe(503);
    proxy.intercept = undefined;
    expect((await setting.sendEvent('refund.created', refund)).status).toBe(200);
    expect((await paymentOf(transactionId)).state).toBe('refunded');
  });

  it('does not block others', async () => {
    const poisoned = await setting.payAt(await createStudent(shop), offer);
    const paid = await setting.payAt(ada, offer);
    readOldState(poisoned, 'processing');
    for (let round = 1; round <= 3; round += 1) await setting.reconcile(MINUTE, throughProxy);
    expect((await openEvents(poisoned)).length).toBe(1);
    expect(await openEvents(paid)).toEqual([]);
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });
});

describe('the provider’s log', () => {
  it('contains a refund made in the dashboard whose event is lost, and one that fails later', async () => {
    const transactionId = await buy('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ payment_intent: transactionId });
    await setting.reconcile();
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'refunding', refunding: offer.price });
    const settle = async (status: string, type: string) => {
      await setting.provider.pool.query(
        `with settled as (
           update card_sandbox.objects set body = jsonb_set(body, '{status}', $2) where id = $1 returning body)
         insert into card_sandbox.objects (id, type, body, livemode)
         select 'evt_' || gen_random_uuid(), 'event', jsonb_build_object('id', 'evt_' || gen_random_uuid(), 'object', 'event',
           'type', $3::text, 'created', extract(epoch from now())::int, 'livemode', false, 'data', jsonb_build_object('object', body)), false
           from settled`,
        [refund.id, JSON.stringify(status), type],
      );
      await setting.reconcile();
    };
    await settle('succeeded', 'refund.updated');
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
    await settle('failed', 'refund.failed');
    expect((await paymentOf(transactionId)).state).toBe('refund failed');
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });

  it('is read from the same position after a failure', async () => {
    const position = () =>
      shop.pool.query('select position from payment_jobs where id = $1', [eventLogOf(stripe)]);
    const { rows } = await position();
    expect(rows).toHaveLength(1);
    const transactionId = await setting.payAt(ada, offer);
    await shop.pool.query(`update payment_intents set due_at = 'infinity'`);
    proxy.intercept = async ({ path }) =>
      path.startsWith('/sandbox/stripe/v1/events') ? providerError(500) : undefined;
    await setting.reconcile(MINUTE, throughProxy);
    expect((await position()).rows).toEqual(rows);
    expect(await booksOf(shop.pool, ada)).toMatchObject({ payments: 0 });
    proxy.intercept = undefined;
    await setting.reconcile(2 * MINUTE, throughProxy);
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    expect(await openEvents(transactionId)).toEqual([]);
  });
});

describe('a log of many pages', () => {
  it('is read to its end although the provider fails meanwhile', async () => {
    const { pool } = setting.provider;
    const log = eventLogOf(stripe);
    await shop.pool.query(`update payment_jobs set due_at = 'infinity' where id = $1`, [log]);
    await pool.query(
      `insert into card_sandbox.objects (id, type, body)
       select 'evt_page_' || n, 'event', jsonb_build_object(
                'id', 'evt_page_' || n, 'object', 'event', 'type', 'payment_intent.succeeded', 'livemode', false,
                'created', extract(epoch from now())::int,
                'data', jsonb_build_object('object', jsonb_build_object('id', 'pi_page_' || n, 'object', 'payment_intent')))
         from generate_series(1, 250) n`,
    );
    let asked = 0;
    proxy.intercept = async ({ path }) => {
      if (!path.startsWith('/sandbox/stripe/v1/events?')) return undefined;
      asked += 1;
      return asked === 2 ? providerError(500) : undefined;
    };
    const { rows } = await shop.pool.query<{ position: Date }>('select now() as position');
    await pollEvents({ db: setting.db, stripe: throughProxy }, log);
    const written = await shop.pool.query<{ count: number; isRead: boolean }>(
      `select (select count(*)::int from payment_events where id like 'evt_page_%') as count,
              position >= date_trunc('second', $1::timestamptz) - interval '5 seconds' as "isRead"
         from payment_jobs where id = $2`,
      [rows[0]!.position, log],
    );
    expect(written.rows).toEqual([{ count: 250, isRead: true }]);
    await pool.query(`delete from card_sandbox.objects where id like 'evt_page_%'`);
    await shop.pool.query(`delete from payment_events where id like 'evt_page_%'`);
  });
});

describe('what happened before a payment is recorded', () => {
  it('a part that was refunded is in the books', async () => {
    const transactionId = await setting.payAt(ada, offer);
    await stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    await shop.call('POST', '/payments', { body: { transactionId }, token: ada.token });
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'paid', refunded: 5 });
    expect(await booksOf(shop.pool, ada)).toMatchObject({ enrollments: 1 });
  });

  it('a dispute that was opened is known', async () => {
    const transactionId = await buy('pm_card_createDispute');
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'disputed', dispute: 'needs_response' });
  });
});

describe('another shop on the same account', () => {
  const foreignIntent = async (metadata: Record<string, string>) => {
    const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd', metadata });
    return stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  };
  const findingsOf = async () => {
    const database = await openDatabase(shop.databaseUrl, () => undefined);
    const findings = await checkBooks(database.db, stripe);
    await database.close();
    return findings.filter((finding) => !finding.includes('pi_demo_'));
  };

  it.each([
    ['an intent id that is no UUID', { intentId: 'order-17' }],
    ['a mark of its own', { shop: randomUUID(), intentId: randomUUID() }],
    ['no metadata', {}],
  ])('with %s is counted and ignored', async (_what, metadata) => {
    const before = (await findingsOf()).length;
    const { id } = await foreignIntent(metadata);
    expect((await tellOf(id)).status).toBe(200);
    await stripe.refunds.create({ payment_intent: id, amount: 100 });
    await setting.reconcile();
    expect(await openEvents(id)).toEqual([]);
    expect((await findingsOf()).length).toBe(before);
    expect(
      (await shop.call('POST', '/payments', { body: { transactionId: id }, token: ada.token })).status,
    ).toBe(404);
  });
});

describe('our mark without a row, as in a restored older database', () => {
  it('is refused, and waits for an admin', async () => {
    const transactionId = await setting.payAt(ada, offer);
    await shop.pool.query('delete from payment_intents where provider_id = $1', [transactionId]);
    expect((await tellOf(transactionId)).status).toBe(503);
    expect(await openEvents(transactionId)).toMatchObject([
      { failure: expect.stringContaining('no record') },
    ]);
    const isDue = async () => {
      const { rows } = await shop.pool.query<{ isDue: boolean }>(
        `select coalesce(bool_and(due_at < now() + interval '1 minute'), true) as "isDue"
           from payment_events where transaction_id = $1 and failure is not null`,
        [transactionId],
      );
      return rows[0]!.isDue;
    };
    // Thousands of such events would keep calling the provider.
    expect(await isDue()).toBe(false);
    await adoptPayments({ db: setting.db, stripe });
    expect(await isDue()).toBe(true);
    await setting.reconcile();
    expect(await openEvents(transactionId)).toEqual([]);
  });
});

describe('an event of the other mode', () => {
  it('is accepted and ignored', async () => {
    const transactionId = await setting.payAt(ada, offer);
    const intent = await stripe.paymentIntents.retrieve(transactionId);
    const { status } = await setting.sendEvent('payment_intent.succeeded', intent, { livemode: true });
    expect(status).toBe(200);
    expect(await booksOf(shop.pool, ada)).toMatchObject({ payments: 0 });
  });
});
