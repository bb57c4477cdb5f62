import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { booksOf, findErrors } from '#tests/support/books.ts';
import { buyClass } from '#tests/support/classes.ts';
import { confirmCard, holdWebhooks, openIntent, releaseWebhooks } from '#tests/support/payments.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { expectRefunded } from '#tests/support/refunds.ts';
import { Sale } from '#tests/support/sale.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let sale: Sale;
let stripe: Stripe;

beforeAll(async () => {
  app = await startTestApp();
  stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET));
  sale = await Sale.create(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await holdWebhooks(app);
  await sale.renew();
});

describe('POST /payments/{id}/refund', () => {
  it('refunds the money, ends the enrollment, lowers the count, and is recorded in the audit trail', async () => {
    const transactionId = await buyClass(app, sale.buyer, sale.classId);
    expect(await sale.countOf(sale.classId)).toBe(1);
    const { _id } = await sale.paymentOf(transactionId);
    expect((await sale.refund(_id, undefined, 'Bought by mistake')).body).toEqual({ modifiedCount: 1 });
    expect(await sale.countOf(sale.classId)).toBe(0);
    await expectRefunded({ sale, stripe }, transactionId, /Bought by mistake/);
    const { body: trail } = await app.call('GET', '/audit?limit=1', { token: sale.admin.token });
    expect(trail[0]).toMatchObject({
      action: 'payment refunded',
      subject: expect.stringMatching(new RegExp(`^"[^"]+" \\(${transactionId}\\)$`)),
      reason: 'Bought by mistake',
    });
    const again = await sale.refund(_id);
    expect(again.status).toBe(409);
    expect(again.body.error.code).toBe('already_refunded');
  });

  it('in part is recorded with its amount', async () => {
    const { id } = await sale.buy();
    expect((await sale.refund(id, 5, 'The second half was canceled')).status).toBe(200);
    const { body: trail } = await app.call('GET', '/audit?limit=1', { token: sale.admin.token });
    expect(trail[0]).toMatchObject({
      action: 'payment refunded',
      reason: '5$ of 19.50$: The second half was canceled',
    });
  });

  it('in part is made once if it is sent again because the response was lost', async () => {
    const { transactionId, id } = await sale.buy();
    const key = randomUUID();
    for (const amount of [9.75, 9.75, undefined]) {
      // After the first call, this amount is all that remains.
      const { status, body } = await sale.refund(id, amount, 'Half of it', key);
      expect({ status, body }).toEqual({ status: 200, body: { modifiedCount: 1 } });
    }
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'paid', refunded: 9.75 });
    expect((await stripe.refunds.list({ payment_intent: transactionId })).data).toHaveLength(1);
    expect((await sale.refund(id, 4, 'Half of it', key)).status).toBe(200);
    expect((await sale.refund(id, 5, 'Half of it')).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ refunded: 18.75 });
  });

  it('in part is made once more after it has failed, however often it is sent again', async () => {
    const { transactionId, id } = await sale.buy();
    const key = randomUUID();
    expect((await sale.refund(id, 5, 'Half of it', key)).status).toBe(200);
    const { data } = await stripe.refunds.list({ payment_intent: transactionId });
    await app.pool.query(
      `update card_sandbox.objects set body = jsonb_set(body, '{status}', '"failed"') where id = $1`,
      [data[0]!.id],
    );
    await sale.act(`${id}/sync`);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refund failed', refunded: 0 });
    for (let times = 1; times <= 3; times += 1) {
      expect((await sale.refund(id, 5, 'Half of it', key)).status).toBe(200);
    }
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'paid', refunded: 5 });
    expect((await stripe.refunds.list({ payment_intent: transactionId })).data).toHaveLength(2);
  });

  it('in part is made once for each amount that is sent with the same key', async () => {
    const { transactionId, id } = await sale.buy();
    const key = randomUUID();
    for (const amount of [5, 4, 5, 4]) {
      expect((await sale.refund(id, amount, 'A part', key)).status).toBe(200);
    }
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'paid', refunded: 9 });
  });

  it('lets the user buy the class again', async () => {
    const { _id } = await sale.paymentOf(await buyClass(app, sale.buyer, sale.classId));
    await sale.refund(_id);
    await buyClass(app, sale.buyer, sale.classId);
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 2, refunded: 1, enrollments: 1 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('needs a reason; unknown and malformed ids are 404 and 400', async () => {
    const transactionId = await buyClass(app, sale.buyer, sale.classId);
    const { _id } = await sale.paymentOf(transactionId);
    for (const reason of ['', ' ', null, 'r'.repeat(501)]) {
      expect((await sale.refund(_id, undefined, reason)).body.error.fields).toHaveProperty('reason');
    }
    expect((await sale.refund(randomUUID())).status).toBe(404);
    expect((await sale.refund('mistyped')).status).toBe(400);
    expect((await sale.paymentOf(transactionId)).state).toBe('paid');
  });

  it('that fails at the provider restores the enrollment', async () => {
    const { body: intent } = await openIntent(app, sale.buyer, sale.offer);
    await confirmCard(app, intent.clientSecret, 'pm_card_refundFail');
    const transactionId = (intent.clientSecret as string).split('_secret_')[0]!;
    await sale.record(transactionId);
    const { _id } = await sale.paymentOf(transactionId);
    await sale.refund(_id);
    await releaseWebhooks(app);
    await waitUntil(
      'the failure',
      async () => (await sale.paymentOf(transactionId)).state === 'refund failed',
    );
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    expect(await findErrors(app.pool)).toEqual([]);
  });
});

describe('changes made at the provider', () => {
  it('a refund made there ends the enrollment, however often it is reported', async () => {
    const transactionId = await buyClass(app, sale.buyer, sale.classId);
    await stripe.refunds.create({ payment_intent: transactionId });
    await app.pool.query('update card_sandbox.deliveries set due_at = now()');
    await waitUntil('the refund', async () => (await sale.paymentOf(transactionId)).state === 'refunded');
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('a partial refund there is recorded and keeps the enrollment', async () => {
    const transactionId = await buyClass(app, sale.buyer, sale.classId);
    await stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    await app.pool.query('update card_sandbox.deliveries set due_at = now()');
    await waitUntil('the refund', async () => (await sale.paymentOf(transactionId)).refunded === 5);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'paid', price: 19.5 });
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });

  it('a partial refund there does not keep an admin from refunding the rest', async () => {
    const transactionId = await buyClass(app, sale.buyer, sale.classId);
    await stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    await app.pool.query('update card_sandbox.deliveries set due_at = now()');
    await waitUntil('the part', async () => (await sale.paymentOf(transactionId)).refunded === 5);
    expect((await sale.refund((await sale.paymentOf(transactionId))._id)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('a refund that is reported before the payment enrolls nobody', async () => {
    const transactionId = await sale.payOnly();
    await stripe.refunds.create({ payment_intent: transactionId });
    await releaseWebhooks(app);
    await waitUntil('the refund', async () => (await sale.paymentOf(transactionId))?.state === 'refunded');
    await expectRefunded({ sale, stripe }, transactionId, /refunded by the card provider/);
  });

  it('a dispute is recorded and shown to admins', async () => {
    const { body: intent } = await openIntent(app, sale.buyer, sale.offer);
    await releaseWebhooks(app);
    await confirmCard(app, intent.clientSecret, 'pm_card_createDispute');
    const transactionId = (intent.clientSecret as string).split('_secret_')[0]!;
    await waitUntil('the dispute', async () => (await sale.paymentOf(transactionId))?.state === 'disputed');
    const { body } = await app.call('GET', '/payments?state=disputed', { token: sale.admin.token });
    expect(body).toMatchObject([{ transactionId, dispute: 'needs_response' }]);
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });
});
