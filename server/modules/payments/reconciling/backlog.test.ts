import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { booksOf } from '#tests/support/books.ts';
import { providerError } from '#tests/support/fault-proxy.ts';
import { findOffer } from '#tests/support/payments.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { createStudent } from '#tests/support/users.ts';
import { startReconciling } from './reconcile-payments.ts';

/** More events than can be processed before the first of them are due again, which is after a minute at most. */
const STUCK = 2_500;
/** Milliseconds that the provider takes to answer a request about one of them. */
const RESPONSE_TIME = 250;

let setting: Shop;
let endReconciling: () => Promise<void>;

beforeAll(async () => {
  setting = await startShop();
  const { db, throughProxy } = setting;
  endReconciling = startReconciling({ db, stripe: throughProxy, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await endReconciling();
  await setting.close();
});

it('thousands of events that cannot be handled do not block the recording of payments', async () => {
  const { shop, proxy } = setting;
  const ada = await createStudent(shop);
  let asked = 0;
  proxy.intercept = async ({ path }) => {
    if (!path.includes('/payment_intents/pi_stuck_')) return undefined;
    asked += 1;
    await sleep(RESPONSE_TIME);
    return providerError(404, { type: 'invalid_request_error', code: 'resource_missing' });
  };
  await shop.pool.query(
    `insert into payment_events (id, type, object_id, transaction_id, is_marked, livemode, happened_at)
     select 'evt_stuck_' || n, 'payment_intent.succeeded', 'pi_stuck_' || n, 'pi_stuck_' || n, true, false, now()
       from generate_series(1, $1::int) n`,
    [STUCK],
  );
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(10);

  const transactionId = await setting.payAt(ada, await findOffer(shop));
  // Neither the browser nor a webhook nor the event log reports it.
  await setting.loseEvents();
  await shop.pool.query('update payment_intents set due_at = now() where provider_id = $1', [transactionId]);
  await expect
    .poll(() => booksOf(shop.pool, ada), { timeout: 60_000 })
    .toEqual({ payments: 1, refunded: 0, enrollments: 1 });
});
