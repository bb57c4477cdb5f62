import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../settings/environment.ts';
import { checkBooks } from './books/check-books.ts';
import { recordLivemode } from './record-livemode.ts';
import { checkBooksWhenDue } from './reconciling/reconcile-payments.ts';
import { withProvider } from '../../commands/with-provider.ts';
import { openIntent } from '#tests/support/payments.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let setting: Shop;
let shop: TestApp;
let sale: Sale;

beforeAll(async () => {
  setting = await startShop();
  ({ shop } = setting);
  sale = await Sale.create(shop, setting.payAt);
});
afterAll(() => setting.close());
beforeEach(() => sale.renew());

describe('the books', () => {
  it('are checked each night, and a discrepancy is one entry until it is corrected', async () => {
    const { transactionId, id } = await sale.buy();
    await shop.pool.query('update payments set amount = amount + 100 where id = $1', [id]);
    await shop.pool.query('update enrollments set price = price + 100 where payment_id = $1', [id]);
    await shop.pool.query(`update payment_jobs set due_at = now() where id = 'books'`);
    await checkBooksWhenDue({ db: setting.db, stripe: setting.stripe, log: pino({ level: 'silent' }) });
    const { rows } = await shop.pool.query(
      `select due_at > now() and position is not null as planned from payment_jobs where id = 'books'`,
    );
    expect(rows).toEqual([{ planned: true }]);
    expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'mismatch', paymentId: id }]);
    await shop.pool.query('update payments set amount = amount - 100 where id = $1', [id]);
    await shop.pool.query('update enrollments set price = price - 100 where payment_id = $1', [id]);
    await sale.act(`${id}/sync`);
    expect(await sale.attentionOf(transactionId)).toEqual([]);
  });

  it('of a shop are not checked against a sandbox that is created for it', async () => {
    await shop.pool.query('alter schema card_sandbox rename to away');
    const environment = readEnvironment({
      DATABASE_URL: shop.databaseUrl,
      DEMO: 'on',
      SECRET: 's'.repeat(40),
    });
    await expect(withProvider(environment, ({ db, stripe }) => checkBooks(db, stripe))).rejects.toThrow(
      /STRIPE_SECRET_KEY/,
    );
    const { rows } = await shop.pool.query(`select 1 from pg_namespace where nspname = 'card_sandbox'`);
    expect(rows).toEqual([]);
    await shop.pool.query('alter schema away rename to card_sandbox');
  });

  it('of the other mode are kept separate', async () => {
    const { transactionId, id } = await sale.buy();
    await shop.pool.query('update payments set livemode = true, amount = 5 where id = $1', [id]);
    expect(
      (await setting.findingsOf(transactionId)).filter((finding) => !finding.includes('not in the books')),
    ).toEqual([]);
    await shop.pool.query('update payments set livemode = null, amount = 1950 where id = $1', [id]);
    await recordLivemode({ db: setting.db, stripe: setting.stripe });
    const { rows } = await shop.pool.query('select livemode from payments where id = $1', [id]);
    expect(rows).toEqual([{ livemode: false }]);
  });
});

describe('the export of payments', () => {
  it('has only those in the mode of the keys, like the totals', async () => {
    const { transactionId, id } = await sale.buy();
    const exported = async () => {
      const { body } = await shop.call('GET', '/exports/payments.csv', { token: sale.admin.token });
      return (body as string).includes(transactionId);
    };
    expect(await exported()).toBe(true);
    await shop.pool.query('update payments set livemode = true where id = $1', [id]);
    expect(await exported()).toBe(false);
    await shop.pool.query('update payments set livemode = null where id = $1', [id]);
    expect(await exported()).toBe(true);
    await shop.pool.query('update payments set livemode = false where id = $1', [id]);
  });
});

describe('keys of another mode', () => {
  it('end the open intents of the previous mode, and the buyer gets a new one', async () => {
    const { body } = await openIntent(shop, sale.buyer, sale.offer);
    await shop.pool.query('update payment_intents set livemode = true where provider_id = $1', [
      body.clientSecret.split('_secret_')[0],
    ]);
    const fresh = await openIntent(shop, sale.buyer, sale.offer);
    expect(fresh.status).toBe(200);
    expect(fresh.body.clientSecret).not.toBe(body.clientSecret);
  });

  it('leave the refunds of the previous mode alone until its keys are back', async () => {
    const { transactionId, id } = await sale.buy();
    const refunds = async () => (await setting.stripe.refunds.list({ payment_intent: transactionId })).data;
    await shop.pool.query('update payments set livemode = true where id = $1', [id]);
    await shop.pool.query(
      `insert into refunds (payment_id, amount, is_rest, status, origin, reason)
       values ($1, 1950, true, 'requested', 'admin', 'Asked for')`,
      [id],
    );
    await setting.reconcile();
    expect(await refunds()).toEqual([]);
    const { rows } = await shop.pool.query('select status from refunds where payment_id = $1', [id]);
    expect(rows).toEqual([{ status: 'requested' }]);
    const refused = await sale.refund(id);
    expect(refused.body.error).toMatchObject({
      code: 'refund_refused',
      message: expect.stringContaining('other mode'),
    });
    await shop.pool.query('update payments set livemode = false where id = $1', [id]);
    await setting.reconcile();
    expect(await refunds()).toMatchObject([{ amount: 1950 }]);
    expect((await sale.paymentOf(transactionId)).state).toBe('refunded');
  });

  it('leave an event of the previous mode alone, even if an admin retries it', async () => {
    await shop.pool.query(
      `insert into payment_events (id, type, object_id, transaction_id, livemode, failure, happened_at)
       values ('evt_live', 'refund.created', 're_live', 'pi_live', true, 'Injected', now())`,
    );
    expect((await sale.act('events/evt_live/retry')).status).toBe(404);
    const { rows } = await shop.pool.query(`select handled_at from payment_events where id = 'evt_live'`);
    expect(rows).toEqual([{ handled_at: null }]);
  });

  it('that the provider does not accept stop the start with one line', async () => {
    const wrong = { ...setting.variables, STRIPE_SECRET_KEY: 'sk_test_wrong' };
    await expect(startTestServer(shop.databaseUrl, wrong)).rejects.toThrow(
      /does not accept the setting STRIPE_SECRET_KEY: Invalid API Key/,
    );
  });
});

describe('the metrics', () => {
  it('show payment issues that need an admin and failures of the provider', async () => {
    const forged = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=forged' };
    await shop.call('POST', '/webhooks/stripe', { body: '{}', headers: forged });
    const { body } = await shop.call('GET', '/metrics');
    expect(body).toMatch(/^payments_attention\{kind="dispute"\} \d+$/m);
    expect(body).toMatch(/^payments_webhook_signature_failures_total [1-9]/m);
    expect(body).toMatch(/^payments_provider_failures_total\{failure="unauthorized"\} [1-9]/m);
    expect(body).toMatch(/^payments_books_checked_timestamp_seconds \d/m);
  });
});
