import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { booksOf } from '#tests/support/books.ts';
import { findOffer } from '#tests/support/payments.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

let setting: Shop;
let ada: TestUser;
let offer: { _id: string; price: number };

beforeAll(async () => {
  setting = await startShop();
});
afterAll(() => setting.close());
beforeEach(async () => {
  ada = await createStudent(setting.shop);
  offer = await findOffer(setting.shop);
});

const send = (body: string, secret = setting.variables.STRIPE_WEBHOOK_SECRET!) => {
  const signature = setting.stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return setting.shop.call('POST', '/webhooks/stripe', { body, headers });
};
const storedEvents = async (): Promise<number> => {
  const { rows } = await setting.shop.pool.query<{ count: number }>(
    'select count(*)::int as count from payment_events',
  );
  return rows[0]!.count;
};

const SHAPES: [string, unknown][] = [
  [
    'of the second API',
    {
      id: 'evt_65T',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      livemode: false,
      created: '2026-11-29T18:00:00.000Z',
      related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
    },
  ],
  [
    'of the second API with the name of a handled type',
    { id: 'evt_2', object: 'v2.core.event', type: 'refund.failed' },
  ],
  ['without data', { id: 'evt_3', object: 'event', type: 'payment_intent.succeeded' }],
  ['without an object', { id: 'evt_4', object: 'event', type: 'refund.created', data: { object: null } }],
  [
    'about an object without an id',
    { id: 'evt_5', type: 'charge.refunded', data: { object: { amount: 1 } } },
  ],
  ['without an id', { type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } }],
  ['that is no object', null],
  ['that is a list', [1]],
];

it.each(SHAPES)('a signed event %s is acknowledged and not stored', async (_what, event) => {
  const before = await storedEvents();
  expect(await send(JSON.stringify(event))).toMatchObject({ status: 200, body: { received: true } });
  expect(await storedEvents()).toBe(before);
});

it('a signed body that is not JSON is acknowledged', async () => {
  expect((await send('hello')).status).toBe(200);
});

it.each(SHAPES)('an event %s without a valid signature is refused', async (_what, event) => {
  expect((await send(JSON.stringify(event), 'whsec_other')).status).toBe(400);
});

it('an event about an object without an id, of a type that is not handled, is acknowledged', async () => {
  const event = {
    id: 'evt_6',
    object: 'event',
    type: 'balance.available',
    data: { object: { object: 'balance' } },
  };
  expect((await send(JSON.stringify(event))).status).toBe(200);
});

it('events of a known shape are handled after one of an unknown shape', async () => {
  await send(JSON.stringify(SHAPES[0]![1]));
  const transactionId = await setting.payAt(ada, offer);
  const intent = await setting.stripe.paymentIntents.retrieve(transactionId);
  expect((await setting.sendEvent('payment_intent.succeeded', intent)).status).toBe(200);
  expect(await booksOf(setting.shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
});
