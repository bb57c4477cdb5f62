import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { drizzle } from 'drizzle-orm/node-postgres';
import { DEFAULT_CURRENCY } from '#contract/currencies.ts';
import { closeDispute, openDispute } from '#sandbox/card/disputes.ts';
import { importPastPayments } from '#sandbox/card/history.ts';
import { inTransaction, Store } from '#sandbox/card/store.ts';
import { issueMissingDocuments } from '../../documents/issue-documents.ts';
import { findBookErrors } from './check-books.ts';
import { BOOKS_JOB, checkBooksNightly, planBooksCheck } from './check-books-nightly.ts';
import { findShopMark } from '../shop.repository.ts';
import { findOffer } from '#tests/support/payments.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { createStudent } from '#tests/support/users.ts';

/** More than two pages of the provider's list. */
const PAYMENTS = 230;
const AMOUNT = 1_950;
const HOUR = 60 * 60 * 1_000;

let setting: Shop;

/** Creates payments of the last year, in the books and at the provider, newest first. */
const sell = async (name: string, count: number, paidAt: (index: number) => Date = () => new Date()) => {
  const shop = await findShopMark(setting.db);
  const sold = Array.from({ length: count }, (_, index) => ({
    id: `pi_${name}_${index}`,
    amount: AMOUNT,
    currency: DEFAULT_CURRENCY,
    paidAt: paidAt(index),
    metadata: { shop },
  }));
  await setting.shop.pool.query(
    `with given as (select * from unnest($1::text[], $2::timestamptz[]) as given (id, paid_at)),
     buyers as (insert into users (name, email) select 'Buyer', id || '@example.test' from given returning id, email),
     offer as (select id from classes where status = 'approve' and price > 0 and seats is null order by id limit 1),
     paid as (
       insert into payments (transaction_id, user_id, class_id, email, amount, currency, paid_at, livemode)
       select given.id, buyers.id, offer.id, buyers.email, $3, $4, given.paid_at, false
         from given join buyers on buyers.email = given.id || '@example.test' cross join offer
       returning id, user_id, class_id, amount)
     insert into enrollments (user_id, class_id, payment_id, price) select user_id, class_id, id, amount from paid`,
    [sold.map(({ id }) => id), sold.map(({ paidAt: at }) => at), AMOUNT, DEFAULT_CURRENCY],
  );
  await issueMissingDocuments(setting.db);
  await importPastPayments(setting.provider.pool, sold);
};

/** Creates refunds at the provider that no event reports. */
const refundThere = (name: string, count: number, amount: number) =>
  setting.provider.pool.query(
    `insert into card_sandbox.objects (id, type, body)
     select 're_' || $1 || '_' || place, 'refund', jsonb_build_object(
              'id', 're_' || $1 || '_' || place, 'object', 'refund', 'amount', $3::int, 'currency', 'usd',
              'charge', 'ch_' || $1, 'payment_intent', 'pi_' || $1, 'status', 'succeeded',
              'created', extract(epoch from now())::int, 'metadata', '{}'::jsonb)
       from generate_series(1, $2::int) place`,
    [name, count, amount],
  );

const findings = async (progress?: Parameters<typeof findBookErrors>[1]): Promise<string[]> =>
  (await findBookErrors({ db: setting.db, stripe: setting.stripe }, progress))
    .map(({ finding }) => finding)
    .filter((finding) => finding.startsWith('Payment'));

beforeAll(async () => {
  setting = await startShop();
  const day = 24 * 60 * 60 * 1_000;
  await sell('paged', PAYMENTS, (index) => new Date(Date.now() - day - index * 60_000));
});
afterAll(() => setting.close());
afterEach(() => {
  setting.proxy.intercept = undefined;
});

it('books of several pages are correct if each payment is at the provider', async () => {
  let pages = 0;
  expect(await findings({ onPage: async () => (pages += 1) })).toEqual([]);
  expect(pages).toBeGreaterThanOrEqual(PAYMENTS / 100);
});

it('discrepancies are found on every page, on either side', async () => {
  const { pool } = setting.provider;
  await pool.query(`delete from card_sandbox.objects where id in ('pi_paged_3', 'pi_paged_120')`);
  await pool.query(
    `update card_sandbox.objects set body = body || '{"status": "canceled"}' where id = 'pi_paged_229'`,
  );
  await refundThere('paged_110', 1, 500);
  // More refunds than the response for an intent includes.
  await refundThere('paged_210', 101, 1);
  await setting.shop.pool.query(
    `with lost as (delete from enrollments where payment_id in (select id from payments where transaction_id = 'pi_paged_215') returning payment_id),
     receipt as (delete from accounting_documents where payment_id in (select payment_id from lost))
     update payments set amount = amount + 5 where transaction_id = 'pi_paged_15'`,
  );
  await setting.shop.pool.query(`delete from payments where transaction_id = 'pi_paged_215'`);
  await setting.shop.pool.query(
    `update enrollments set price = price + 5 where payment_id = (select id from payments where transaction_id = 'pi_paged_15')`,
  );
  expect((await findings()).sort()).toEqual(
    [
      'Payment pi_paged_110: 0 refunded and 0 pending in the books, 500 and 0 at the provider',
      'Payment pi_paged_120: is not at the provider',
      'Payment pi_paged_15: 1955 usd in the books, 1950 usd at the provider',
      'Payment pi_paged_210: 0 refunded and 0 pending in the books, 101 and 0 at the provider',
      'Payment pi_paged_215: the provider took 1950 usd, which is not in the books',
      'Payment pi_paged_229: is not at the provider',
      'Payment pi_paged_3: is not at the provider',
    ].sort(),
  );
});

it('a payment that is recorded while the books are read is not missing anywhere', async () => {
  const before = await findings();
  let isRecorded = false;
  const during = await findings({
    onPage: async () => {
      if (isRecorded) return;
      isRecorded = true;
      await sell('meanwhile', 3);
    },
  });
  expect(during).toEqual(before);
});

it('the nightly check of a server that stops restarts on the next server', async () => {
  const { db, shop, stripe, throughProxy } = setting;
  const job = async () => {
    const { rows } = await shop.pool.query<{ isFree: boolean; isPlanned: boolean; found: number }>(
      `select claimed_until is null as "isFree", due_at < now() + interval '2 days' as "isPlanned",
              (select count(*)::int from book_findings) as found from payment_jobs where id = 'books'`,
    );
    return rows[0];
  };
  await shop.pool.query('delete from book_findings');
  await shop.pool.query(`update payment_jobs set due_at = 'infinity' where id = 'books'`);
  const stopping = new AbortController();
  let pages = 0;
  setting.proxy.intercept = async ({ path }) => {
    if (path.includes('/payment_intents?')) pages += 1;
    if (pages === 2) stopping.abort();
    return undefined;
  };
  await checkBooksNightly({ db, stripe: throughProxy, signal: stopping.signal, settling: 0 });
  expect(pages).toBe(2);
  expect(await job()).toEqual({ isFree: true, isPlanned: false, found: 0 });
  await checkBooksNightly({ db, stripe, settling: 0 });
  expect(await job()).toEqual({
    isFree: true,
    isPlanned: true,
    found: (await findBookErrors({ db, stripe })).length,
  });
});

it.each([
  ['2031-05-04T00:30:00Z', '2031-05-04T03:00:00Z'],
  ['2031-05-04T02:59:59Z', '2031-05-04T03:00:00Z'],
  ['2031-05-04T03:00:00Z', '2031-05-05T03:00:00Z'],
  ['2031-05-04T23:00:00Z', '2031-05-05T03:00:00Z'],
])('the first check of a server started at %s is due at %s', async (started, due) => {
  const { pool } = setting.shop;
  await pool.query('delete from payment_jobs where id = $1', [BOOKS_JOB]);
  await planBooksCheck(setting.db, new Date(started));
  const { rows } = await pool.query('select due_at from payment_jobs where id = $1', [BOOKS_JOB]);
  expect(rows).toEqual([{ due_at: new Date(due) }]);
});

/** Around the changes of the clocks in Europe and in America. */
const CLOCK_CHANGES = [
  ['2031-03-09T12:00:00Z', '2031-03-10T03:00:00Z'],
  ['2031-03-30T12:00:00Z', '2031-03-31T03:00:00Z'],
  ['2031-10-26T12:00:00Z', '2031-10-27T03:00:00Z'],
  ['2031-11-02T12:00:00Z', '2031-11-03T03:00:00Z'],
] as const;

it.each(['Europe/Berlin', 'America/Los_Angeles'])(
  'the checks stay at the same time in UTC if the clocks change in the time zone of the database: %s',
  async (timeZone) => {
    const { pool } = setting.shop;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(`set local time zone '${timeZone}'`);
      for (const [started, due] of CLOCK_CHANGES) {
        await client.query('delete from payment_jobs where id = $1', [BOOKS_JOB]);
        await planBooksCheck(drizzle(client) as never, new Date(started));
        const { rows } = await client.query('select due_at from payment_jobs where id = $1', [BOOKS_JOB]);
        expect(rows, started).toEqual([{ due_at: new Date(due) }]);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);

it('a payment in progress during the nightly check is no mismatch, and one that stays is', async () => {
  const { db, shop, provider, proxy, throughProxy } = setting;
  const offer = await findOffer(shop);
  const ada = await createStudent(shop);
  const late = await setting.payAt(ada, offer);
  const lost = await setting.payAt(await createStudent(shop), offer);
  await setting.loseEvents();
  await shop.pool.query(`update payment_intents set due_at = 'infinity' where provider_id = $1`, [late]);
  await shop.pool.query('delete from payment_intents where provider_id = $1', [lost]);
  // Keeps both payments recent, however slow the machine is.
  await provider.pool.query(
    `update card_sandbox.objects set body = jsonb_set(body, '{created}', to_jsonb(extract(epoch from now())::bigint + 3600))
      where type = 'charge' and body->>'payment_intent' = any ($1)`,
    [[late, lost]],
  );
  let isReported = false;
  proxy.intercept = async ({ path }) => {
    // The books are compared again after a delay. By then, the browser has reported the payment.
    if (path.includes(`/payment_intents/${late}`) && !isReported) {
      isReported = true;
      await shop.call('POST', '/payments', { body: { transactionId: late }, token: ada.token });
    }
    return undefined;
  };
  await checkBooksNightly({ db, stripe: throughProxy, settling: 1 });
  const { rows } = await shop.pool.query<{ id: string }>(
    'select transaction_id as id from book_findings where transaction_id = any ($1)',
    [[late, lost]],
  );
  expect(isReported).toBe(true);
  expect(rows).toEqual([{ id: lost }]);
});

it('a dispute whose events were all lost is found, and known once it is read again', async () => {
  const { provider, proxy } = setting;
  const sale = await Sale.create(setting.shop, setting.payAt);
  await sale.renew();
  const { transactionId, id } = await sale.buy();
  proxy.intercept = async ({ path }) =>
    path.includes('/v1/events?')
      ? { status: 200, body: JSON.stringify({ object: 'list', data: [], has_more: false }) }
      : undefined;
  const intent = await setting.stripe.paymentIntents.retrieve(transactionId);
  await inTransaction(provider.pool, async (client) => {
    const store = new Store(client);
    const { object } = await store.get<Stripe.Charge>('charge', intent.latest_charge as string);
    await closeDispute(store, (await openDispute(store, object)).id, 'lost');
  });
  await setting.loseEvents();
  expect(await setting.findingsOf(transactionId)).toEqual([
    `Payment ${transactionId}: its dispute is "lost" at the provider, "none" in the books`,
  ]);
  await sale.act(`${id}/sync`);
  expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'dispute lost' }]);
  expect(await setting.findingsOf(transactionId)).toEqual([expect.stringContaining('nobody has decided')]);
});

it('of very many payments missing at the provider, a thousand are named and the rest are counted', async () => {
  const before = await findings();
  await sell('gone', 1_300, () => new Date(Date.now() - 2 * HOUR));
  await setting.provider.pool.query(`delete from card_sandbox.objects where id like 'pi_gone_%'`);
  let asked = 0;
  setting.proxy.intercept = async ({ path }) => {
    if (path.includes('/payment_intents/')) asked += 1;
    return undefined;
  };
  const after = (await findBookErrors({ db: setting.db, stripe: setting.throughProxy })).map(
    ({ finding }) => finding,
  );
  const absent = after.filter((finding) => finding.includes('is not at the provider'));
  expect(absent.length).toBe(1_000);
  expect(absent.at(-1)).toMatch(/is not at the provider, nor are at least \d{3} more$/);
  // Counting accounts for nearly all of them.
  expect(asked).toBeLessThan(100);
  expect(
    before.filter((finding) => !finding.includes('is not at the provider') && !after.includes(finding)),
  ).toEqual([]);
});
