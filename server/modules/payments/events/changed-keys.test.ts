import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardSandboxSettings } from '../../../start-sandboxes.ts';
import { createStripe } from '../../../stripe/client.ts';
import { booksOf } from '#tests/support/books.ts';
import { findOffer, holdWebhooks } from '#tests/support/payments.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';
import { eventLogOf } from './poll-events.ts';

const OTHER_SECRET = 'the secret of another account at the provider';

let setting: Shop;
let otherProvider: TestApp;
let otherAccount: Stripe;

beforeAll(async () => {
  setting = await startShop();
  otherProvider = await startTestApp({ SECRET: OTHER_SECRET });
  await holdWebhooks(otherProvider);
  otherAccount = createStripe(cardSandboxSettings(otherProvider.url, OTHER_SECRET), 'background');
});
afterAll(async () => {
  await setting.close();
  await otherProvider.close();
});

it('the log of an account is read from where it ended, whatever other accounts were read meanwhile', async () => {
  const ada = await createStudent(setting.shop);
  const transactionId = await setting.payAt(ada, await findOffer(setting.shop));
  await setting.reconcile();
  expect(await booksOf(setting.shop.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  await setting.stripe.refunds.create({ payment_intent: transactionId });

  const { id } = await otherAccount.paymentIntents.create({ amount: 4900, currency: 'usd' });
  await otherAccount.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  await otherProvider.pool.query(
    `update card_sandbox.objects set body = jsonb_set(body, '{created}', to_jsonb((body->>'created')::int + 7200))
      where type = 'event'`,
  );
  await setting.reconcile(undefined, otherAccount);
  await setting.reconcile();
  expect(await booksOf(setting.shop.pool, ada)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
});

it('a key is not revealed by the name of its position', async () => {
  const { secretKey } = cardSandboxSettings(setting.provider.url, OTHER_SECRET);
  expect(eventLogOf(otherAccount)).toMatch(/^events test [\da-f]{16}$/);
  expect(eventLogOf(otherAccount)).toBe(eventLogOf(createStripe({ secretKey })));
  expect(secretKey).not.toContain(eventLogOf(otherAccount).slice(-16));
});
