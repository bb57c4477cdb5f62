import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileIntent } from './reconciling/reconcile-intent.ts';
import { booksOf } from '#tests/support/books.ts';
import { type FaultProxy, providerError } from '#tests/support/fault-proxy.ts';
import { confirmCard, findOffer, openIntent } from '#tests/support/payments.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let setting: Shop;
let provider: TestApp;
let proxy: FaultProxy;
let shop: TestApp;
let stripe: Stripe;
let ada: TestUser;
let offer: { _id: string; price: number };

beforeAll(async () => {
  setting = await startShop();
  ({ provider, proxy, shop, stripe } = setting);
});
afterAll(() => setting.close());
beforeEach(async () => {
  proxy.intercept = undefined;
  ada = await createStudent(shop);
  offer = await findOffer(shop);
});

const CREATION = '/sandbox/stripe/v1/payment_intents';
const rowsOf = async ({ email }: TestUser) => {
  const { rows } = await shop.pool.query<{ id: string; state: string; provider_id: string | null }>(
    `select i.id, i.state, i.provider_id from payment_intents i join users u on u.id = i.user_id
      where u.email = $1 order by i.created_at`,
    [email],
  );
  return rows;
};

/** The provider's intents of a user that can still be paid or have been paid. */
const liveIntents = async (person: TestUser): Promise<Stripe.PaymentIntent[]> => {
  const rows = await rowsOf(person);
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  return data.filter(
    ({ metadata, status }) => status !== 'canceled' && rows.some(({ id }) => id === metadata.intentId),
  );
};

const signal = () => {
  let give = () => undefined as void;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give, given };
};

describe('an intent that is being created', () => {
  it.each([
    ['409', providerError(409, { code: 'idempotency_key_in_use' })],
    ['429', providerError(429, { code: 'rate_limit' })],
  ])('is shared by both tabs even if the provider answers the second with %s', async (_status, busy) => {
    const [arrived, goOn] = [signal(), signal()];
    let asked = 0;
    proxy.intercept = async ({ method, path }, forward) => {
      if (method !== 'POST' || path !== CREATION) return undefined;
      asked += 1;
      if (asked > 1) return busy;
      const response = await forward();
      arrived.give();
      await goOn.given;
      return response;
    };
    const first = openIntent(shop, ada, offer);
    await arrived.given;
    const second = await openIntent(shop, ada, offer);
    expect(second.status).toBe(502);
    expect(second.body.error.code).toBe('provider_unavailable');
    goOn.give();
    const { body } = await first;
    proxy.intercept = undefined;
    expect((await openIntent(shop, ada, offer)).body).toEqual(body);
    await confirmCard(provider, body.clientSecret, 'pm_card_visa');
    await setting.reconcile();
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    expect(await liveIntents(ada)).toHaveLength(1);
  });

  it('is returned to the second tab as soon as the first has it', async () => {
    const [arrived, goOn] = [signal(), signal()];
    let asked = 0;
    proxy.intercept = async ({ method, path }, forward) => {
      if (method !== 'POST' || path !== CREATION) return undefined;
      asked += 1;
      if (asked === 2) goOn.give();
      if (asked > 1) return providerError(409);
      const response = await forward();
      arrived.give();
      await goOn.given;
      return response;
    };
    const first = openIntent(shop, ada, offer);
    await arrived.given;
    const second = await openIntent(shop, ada, offer);
    expect(second.status).toBe(200);
    expect(second.body).toEqual((await first).body);
  });

  it('whose row ended before the response came is canceled, and nobody gets its secret', async () => {
    proxy.intercept = async ({ method, path }, forward) => {
      if (method !== 'POST' || path !== CREATION) return undefined;
      proxy.intercept = undefined;
      const response = await forward();
      const [row] = await rowsOf(ada);
      await shop.pool.query(`update payment_intents set state = 'canceled' where id = $1`, [row!.id]);
      return response;
    };
    const { status, body } = await openIntent(shop, ada, offer);
    expect(status).toBe(200);
    const live = await liveIntents(ada);
    expect(live.map(({ id }) => id)).toEqual([body.clientSecret.split('_secret_')[0]]);
  });

  it('stays payable if the reconciler finds it, and another one, before it is returned', async () => {
    const [arrived, goOn] = [signal(), signal()];
    proxy.intercept = async ({ method, path }, forward) => {
      if (method !== 'POST' || path !== CREATION) return undefined;
      const response = await forward();
      arrived.give();
      await goOn.given;
      return response;
    };
    const opened = openIntent(shop, ada, offer);
    await arrived.given;
    const [row] = await rowsOf(ada);
    const metadata = { intentId: row!.id };
    const other = await stripe.paymentIntents.create({ amount: 1950, currency: 'usd', metadata });
    proxy.intercept = async ({ method, path }, forward) => {
      if (method !== 'GET' || !path.startsWith(`${CREATION}?`)) return undefined;
      const list = await forward();
      goOn.give();
      await opened;
      return list;
    };
    await setting.reconcile(60_000, setting.throughProxy);
    const own = (await opened).body.clientSecret.split('_secret_')[0] as string;
    expect((await stripe.paymentIntents.retrieve(own)).status).toBe('requires_payment_method');
    expect((await stripe.paymentIntents.retrieve(other.id)).status).toBe('canceled');
  });
});

describe('an intent whose creation got an error that the provider stores', () => {
  it.each([
    ['is requested with a new key if it was not created', false],
    ['is found if it was created', true],
  ])('%s', async (_what, isMade) => {
    const stored = new Set<string>();
    proxy.intercept = async ({ method, path, key }, forward) => {
      if (method !== 'POST' || path !== CREATION || !key) return undefined;
      if (stored.has(key)) return providerError(500, {}, { 'idempotent-replayed': 'true' });
      if (stored.size > 0) return undefined;
      stored.add(key);
      if (isMade) await forward();
      return providerError(500);
    };
    const { status, body } = await openIntent(shop, ada, offer);
    expect(status).toBe(200);
    const live = await liveIntents(ada);
    expect(live.map(({ id }) => id)).toEqual([body.clientSecret.split('_secret_')[0]]);
    expect((await openIntent(shop, ada, offer)).body).toEqual(body);
  });

  it('is created with a new key if the old one was used with other parameters', async () => {
    proxy.intercept = async ({ method, path }) => {
      if (method !== 'POST' || path !== CREATION) return undefined;
      proxy.intercept = undefined;
      return providerError(400, { type: 'idempotency_error' });
    };
    expect((await openIntent(shop, ada, offer)).status).toBe(200);
    expect(await liveIntents(ada)).toHaveLength(1);
  });

  it('ends with a definite refusal, and the next attempt has its own row', async () => {
    proxy.intercept = async ({ method, path }) =>
      method === 'POST' && path === CREATION
        ? providerError(400, { type: 'invalid_request_error', code: 'amount_too_small' })
        : undefined;
    expect((await openIntent(shop, ada, offer)).status).toBe(502);
    proxy.intercept = undefined;
    expect((await openIntent(shop, ada, offer)).status).toBe(200);
    expect((await rowsOf(ada)).map(({ state }) => state)).toEqual(['canceled', 'open']);
  });
});

describe('an intent whose response was lost', () => {
  it('is found by the reconciler, and canceled at the provider after a day', async () => {
    proxy.intercept = async ({ method, path }, forward) => {
      if (method !== 'POST' || path !== CREATION) return undefined;
      await forward();
      return 'cut';
    };
    expect((await openIntent(shop, ada, offer)).status).toBe(502);
    const [row] = await rowsOf(ada);
    expect(row).toMatchObject({ state: 'open', provider_id: null });
    await shop.pool.query(
      `update payment_intents set created_at = created_at - interval '2 days' where id = $1`,
      [row!.id],
    );
    await setting.reconcile();
    expect(await rowsOf(ada)).toMatchObject([{ state: 'canceled', provider_id: expect.any(String) }]);
    expect(await liveIntents(ada)).toEqual([]);
  });
});

describe('an intent that is checked rarely', () => {
  it('is checked often again if its buyer returns, even while it is being checked', async () => {
    await openIntent(shop, ada, offer);
    const [row] = await rowsOf(ada);
    await shop.pool.query(`update payment_intents set checks = 50, due_at = 'infinity' where id = $1`, [
      row!.id,
    ]);
    proxy.intercept = async ({ method, path }) => {
      if (method !== 'GET' || !path.startsWith(`${CREATION}/${row!.provider_id}`)) return undefined;
      proxy.intercept = undefined;
      expect((await openIntent(shop, ada, offer)).status).toBe(200);
      return undefined;
    };
    await reconcileIntent({ db: setting.db, stripe: setting.throughProxy }, row!.id);
    const { rows } = await shop.pool.query<{ isSoon: boolean }>(
      `select due_at < now() + interval '1 minute' as "isSoon" from payment_intents where id = $1`,
      [row!.id],
    );
    expect(rows).toEqual([{ isSoon: true }]);
  });
});

describe('an intent that is almost a day old', () => {
  const age = (hours: number) =>
    shop.pool.query(
      `update payment_intents set created_at = created_at - $2 * interval '1 hour'
        where user_id = (select id from users where email = $1)`,
      [ada.email, hours],
    );
  const secretOf = async () => (await openIntent(shop, ada, offer)).body.clientSecret as string;

  it('is canceled and replaced when its buyer returns, and only the new one can be paid', async () => {
    const old = await secretOf();
    await age(23.9);
    const fresh = await secretOf();
    expect(fresh).not.toBe(old);
    expect((await liveIntents(ada)).map(({ id }) => id)).toEqual([fresh.split('_secret_')[0]]);
    expect((await rowsOf(ada)).map(({ state }) => state)).toEqual(['canceled', 'open']);
  });

  it('is replaced once by two tabs that return at the same time', async () => {
    await secretOf();
    await age(23.9);
    const secrets = await Promise.all([secretOf(), secretOf()]);
    expect(secrets[0]).toBe(secrets[1]);
    expect(await liveIntents(ada)).toHaveLength(1);
  });

  it('is recorded instead if it has been paid', async () => {
    await confirmCard(provider, await secretOf(), 'pm_card_visa');
    await age(23.9);
    expect((await openIntent(shop, ada, offer)).body.error.code).toBe('already_enrolled');
    expect(await booksOf(shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });

  it('no longer guarantees the price that was quoted with it', async () => {
    const price = offer.price * 100;
    await secretOf();
    await shop.pool.query('update classes set price = price + 500 where id = $1', [offer._id]);
    try {
      expect((await openIntent(shop, ada, offer)).status).toBe(200);
      await age(23.9);
      expect((await openIntent(shop, ada, offer)).body.error).toMatchObject({
        code: 'price_changed',
        price: offer.price + 5,
      });
      const { body } = await openIntent(shop, ada, { ...offer, price: offer.price + 5 });
      expect(body.price).toBe(offer.price + 5);
    } finally {
      await shop.pool.query('update classes set price = $2 where id = $1', [offer._id, price]);
    }
  });
});

describe('an intent that the provider does not know', () => {
  it('has ended, unless it is so young that it may not be seen everywhere yet', async () => {
    const { body } = await openIntent(shop, ada, offer);
    const id = (body.clientSecret as string).split('_secret_')[0];
    proxy.intercept = async ({ method, path }) =>
      method === 'GET' && path.startsWith(`${CREATION}/${id}`)
        ? providerError(404, { type: 'invalid_request_error', code: 'resource_missing' })
        : undefined;
    expect((await openIntent(shop, ada, offer)).status).toBe(502);
    await shop.pool.query(
      `update payment_intents set created_at = now() - interval '1 hour' where provider_id = $1`,
      [id],
    );
    const fresh = await openIntent(shop, ada, offer);
    expect(fresh.status).toBe(200);
    expect(fresh.body.clientSecret).not.toBe(body.clientSecret);
  });
});
