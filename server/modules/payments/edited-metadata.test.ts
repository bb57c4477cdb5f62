import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { booksOf } from '#tests/support/books.ts';
import { holdWebhooks, openIntent } from '#tests/support/payments.ts';
import { expectRefunded } from '#tests/support/refunds.ts';
import { Sale } from '#tests/support/sale.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';
import type Stripe from 'stripe';
import * as schema from '../../database/schema.ts';
import { cardSandboxSettings } from '../../start-sandboxes.ts';
import { createStripe } from '../../stripe/client.ts';
import { findIntent } from './intents.repository.ts';

let app: TestApp;
let sale: Sale;
let stripe: Stripe;

beforeAll(async () => {
  app = await startTestApp();
  sale = await Sale.create(app);
  await sale.renew();
  stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET));
});
afterAll(() => app.close());

it('an intent whose metadata names another row stays the one that this shop has created', async () => {
  for (const user of [await createStudent(app), await createStudent(app)])
    expect((await openIntent(app, user, sale.offer)).status).toBe(200);
  const { rows } = await app.pool.query<{ id: string; providerId: string }>(
    `select id, provider_id as "providerId" from payment_intents where state = 'open' and class_id = $1`,
    [sale.classId],
  );
  expect(rows).toHaveLength(2);
  const db = drizzle(app.pool, { schema });
  for (const [own, other] of [rows, [...rows].reverse()])
    expect((await findIntent(db, own!.providerId, { id: other!.id, shop: undefined }))?.id).toBe(own!.id);
  expect((await findIntent(db, 'pi_lost', { id: rows[0]!.id, shop: undefined }))?.id).toBe(rows[0]!.id);
});

/** Pays, and edits the metadata of the intent as the provider's dashboard can. */
const payWith = async (edit: (id: string) => string, ...keys: string[]): Promise<string> => {
  await holdWebhooks(app);
  await sale.renew();
  const transactionId = await sale.payOnly();
  const { metadata } = await stripe.paymentIntents.retrieve(transactionId);
  const edited = Object.fromEntries(
    Object.entries(metadata).map(([key, id]) => [key, keys.includes(key) ? edit(id) : id]),
  );
  await app.pool.query(
    `update card_sandbox.objects set body = jsonb_set(body, '{metadata}', $2) where id = $1`,
    [transactionId, edited],
  );
  return transactionId;
};
const inCapitals = (id: string): string => id.toUpperCase();
const UNLINK = 'update payment_intents set provider_id = null where provider_id = $1';

it('ids in capitals are the same ids', async () => {
  const transactionId = await payWith(inCapitals, 'shop', 'intentId', 'classId', 'userId');
  expect((await sale.record(transactionId)).status).toBe(200);
  expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
});

it('so are those that name the row and the shop, if the intent was never linked', async () => {
  const transactionId = await payWith(inCapitals, 'shop', 'intentId');
  await app.pool.query(UNLINK, [transactionId]);
  expect((await sale.record(transactionId)).status).toBe(200);
  expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
});

it('a shop’s mark in capitals is its own, so that a payment without a row waits for an admin', async () => {
  const transactionId = await payWith(inCapitals, 'shop');
  await app.pool.query('delete from payment_intents where provider_id = $1', [transactionId]);
  expect((await sale.record(transactionId)).status).toBe(503);
});

it.each(['classId', 'userId'])('a %s that is no id names nothing: the charge is refunded', async (key) => {
  for (const malformed of ['', 'x', 'all']) {
    const transactionId = await payWith(() => malformed, key);
    expect((await sale.record(transactionId)).body.error.code).toBe('payment_refunded');
    await expectRefunded({ sale, stripe }, transactionId, /did not match/);
  }
});
