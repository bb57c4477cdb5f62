import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adoptPayments } from './books/adopt-payments.ts';
import { booksOf } from '#tests/support/books.ts';
import { providerError } from '#tests/support/fault-proxy.ts';
import { keepFirstError, onRefund } from '#tests/support/refunds.ts';
import { createStudent } from '#tests/support/users.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
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
beforeEach(async () => {
  setting.proxy.intercept = undefined;
  await sale.renew();
});

describe('a database restored to an older state', () => {
  const lose = async (transactionId: string) => {
    await shop.pool.query('delete from payment_intents where provider_id = $1', [transactionId]);
    await setting.sendEvent(
      'payment_intent.succeeded',
      await setting.stripe.paymentIntents.retrieve(transactionId),
    );
  };

  it('needs an admin, whose command enrolls the buyers who can be enrolled', async () => {
    const transactionId = await sale.payOnly();
    await lose(transactionId);
    const [entry] = await sale.attentionOf(transactionId);
    expect(entry).toMatchObject({ kind: 'missing row', todo: expect.stringContaining('payments:adopt') });
    expect(await setting.findingsOf(transactionId)).toEqual([expect.stringContaining('not in the books')]);
    const context = { db: setting.db, stripe: setting.stripe };
    expect(await adoptPayments(context)).toEqual([{ transactionId, outcome: 'enrolled' }]);
    expect(await adoptPayments(context)).toEqual([]);
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    // The server's own retry may have come first.
    expect([200, 404]).toContain((await sale.act(`events/${entry!.eventId}/retry`)).status);
    expect(await sale.attentionOf(transactionId)).toEqual([]);
    expect(await setting.findingsOf(transactionId)).toEqual([]);
  });

  it('refunds buyers whose accounts are missing, and all buyers with --refund', async () => {
    const first = await sale.payOnly();
    const second = await sale.payOnly(undefined, await createStudent(shop));
    await lose(first);
    await lose(second);
    const { rows } = await shop.pool.query<{ id: string }>('select id from users where email = $1', [
      sale.buyer.email,
    ]);
    await shop.call('DELETE', `/users/${rows[0]!.id}`, { token: sale.admin.token });
    const context = { db: setting.db, stripe: setting.stripe };
    const adopted = await adoptPayments(context, { refundAll: true });
    expect(adopted).toEqual(
      expect.arrayContaining([
        { transactionId: first, outcome: 'refunded' },
        { transactionId: second, outcome: 'refunded' },
      ]),
    );
    for (const payment_intent of [first, second]) {
      const { data } = await setting.stripe.refunds.list({ payment_intent });
      expect(data).toMatchObject([{ status: 'succeeded' }]);
      const [entry] = await sale.attentionOf(payment_intent);
      if (entry) expect([200, 404]).toContain((await sale.act(`events/${entry.eventId}/retry`)).status);
      expect((await setting.sendEvent('refund.created', data[0]!)).status).toBe(200);
      expect(await sale.attentionOf(payment_intent)).toEqual([]);
      expect(await setting.findingsOf(payment_intent)).toEqual([]);
    }
  });

  it('refunds what remains of a payment of which a part was refunded', async () => {
    const transactionId = await sale.payOnly();
    await setting.stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    await lose(transactionId);
    const context = { db: setting.db, stripe: setting.stripe };
    expect(await adoptPayments(context, { refundAll: true })).toEqual([
      { transactionId, outcome: 'refunded' },
    ]);
    const { data } = await setting.stripe.refunds.list({ payment_intent: transactionId });
    expect(data.map(({ amount }) => amount).sort((one, other) => one - other)).toEqual([500, 1450]);
    expect(await setting.findingsOf(transactionId)).toEqual([]);
  });

  it('continues if the provider refuses one of the refunds, and reports it', async () => {
    const first = await sale.payOnly();
    const disputed = await sale.payOnly('pm_card_createDispute', await createStudent(shop));
    const last = await sale.payOnly(undefined, await createStudent(shop));
    for (const transactionId of [first, disputed, last]) await lose(transactionId);
    const adopted = await adoptPayments({ db: setting.db, stripe: setting.stripe }, { refundAll: true });
    expect(adopted).toEqual(
      expect.arrayContaining([
        { transactionId: first, outcome: 'refunded' },
        { transactionId: disputed, outcome: 'failed', problem: expect.stringContaining('charged back') },
        { transactionId: last, outcome: 'refunded' },
      ]),
    );
    expect(await sale.attentionOf(disputed)).toMatchObject([{ kind: 'missing row' }]);
  });

  it('uses another key in the next run if the provider has stored an error for the first', async () => {
    const transactionId = await sale.payOnly();
    await lose(transactionId);
    setting.proxy.intercept = keepFirstError();
    const context = { db: setting.db, stripe: setting.throughProxy };
    const adopted = await adoptPayments(context, { refundAll: true });
    expect(adopted).toContainEqual({ transactionId, outcome: 'failed', problem: 'Injected' });
    expect(await adoptPayments(context, { refundAll: true })).toContainEqual({
      transactionId,
      outcome: 'refunded',
    });
    const { data } = await setting.stripe.refunds.list({ payment_intent: transactionId });
    expect(data).toMatchObject([{ amount: 1950 }]);
  });

  it('uses another key if the first was used for another amount', async () => {
    const transactionId = await sale.payOnly();
    await lose(transactionId);
    let usedUp: string | undefined;
    setting.proxy.intercept = onRefund(async ({ key = '' }) => {
      usedUp ??= key;
      return key === usedUp ? providerError(400, { type: 'idempotency_error' }) : undefined;
    });
    const context = { db: setting.db, stripe: setting.throughProxy };
    expect(await adoptPayments(context, { refundAll: true })).toContainEqual({
      transactionId,
      outcome: 'refunded',
    });
  });

  it('adopts a payment that an interrupted run has begun to process', async () => {
    const transactionId = await sale.payOnly();
    await shop.pool.query(`update payment_intents set state = 'canceled' where provider_id = $1`, [
      transactionId,
    ]);
    expect(await adoptPayments({ db: setting.db, stripe: setting.stripe })).toContainEqual({
      transactionId,
      outcome: 'enrolled',
    });
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });
});
