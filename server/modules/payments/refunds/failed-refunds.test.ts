import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Attention } from '#contract/attention.ts';
import { formatPrice } from '#contract/money.ts';
import { booksOf } from '#tests/support/books.ts';
import { failRefund, onRefund } from '#tests/support/refunds.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';

let setting: Shop;
let sale: Sale;

beforeAll(async () => {
  setting = await startShop();
  sale = await Sale.create(setting.shop, setting.payAt);
});
afterAll(() => setting.close());
beforeEach(() => sale.renew());

const fail = (transactionId: string, amount: number) => failRefund(setting, transactionId, amount);

/** Buys a class at 19.50 and refunds 5 and 14.50. */
const refundInParts = async (card?: string) => {
  const bought = await sale.buy(card);
  expect((await sale.refund(bought.id, 5, 'The first part')).status).toBe(200);
  expect((await sale.refund(bought.id, 14.5, 'The second part')).status).toBe(200);
  return bought;
};

/** The amounts that are owed, as the payment and the list of problems name them. */
const owedOf = async (transactionId: string): Promise<number[]> => {
  const { refunds } = await sale.paymentOf(transactionId);
  const owed = (refunds as { _id: string; owed?: number }[]).filter((refund) => refund.owed !== undefined);
  const listed = await sale.attentionOf(transactionId);
  for (const refund of owed) {
    expect(listed).toContainEqual(
      expect.objectContaining({
        kind: 'refund failed',
        refundId: refund._id,
        what: `The refund of ${formatPrice(refund.owed!, 'usd')} failed. The provider says: lost_or_stolen_card`,
      }),
    );
  }
  expect(listed).toHaveLength(owed.length);
  return owed.map((refund) => refund.owed!);
};

const refundOf = async (transactionId: string, amount: number): Promise<string> => {
  const { refunds } = await sale.paymentOf(transactionId);
  return (refunds as { _id: string; amount: number }[]).find((refund) => refund.amount === amount)!._id;
};

const creditedOf = async (transactionId: string): Promise<number> => {
  const { documents } = await sale.paymentOf(transactionId);
  return (documents as { kind: string; amount: number }[])
    .filter(({ kind }) => kind !== 'receipt')
    .reduce((sum, { kind, amount }) => sum + (kind === 'cancellation' ? -amount : amount), 0);
};

describe('a part of a refund that fails after a later part was made', () => {
  it('is owed until it was paid by other means', async () => {
    const { transactionId, id } = await refundInParts();
    expect(await booksOf(setting.shop.pool, sale.buyer)).toMatchObject({ enrollments: 0 });
    await fail(transactionId, 500);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refund failed', refunded: 14.5 });
    expect(await owedOf(transactionId)).toEqual([5]);
    const { body: told } = await setting.shop.call('GET', '/notifications', { token: sale.buyer.token });
    expect(told[0]).toMatchObject({
      kind: 'refund failed',
      text: expect.stringContaining('You have access to the class again until this is settled.'),
    });
    expect(await creditedOf(transactionId)).toBe(14.5);
    expect(await setting.findingsOf(transactionId)).toEqual([]);
    const settlement = { reason: 'Sent by bank', refundId: await refundOf(transactionId, 5) };
    expect((await sale.act(`${id}/refund-settlement`, settlement)).status).toBe(200);
    expect((await sale.paymentOf(transactionId)).state).toBe('refunded');
    expect(await owedOf(transactionId)).toEqual([]);
    expect(await creditedOf(transactionId)).toBe(19.5);
    expect(await booksOf(setting.shop.pool, sale.buyer)).toMatchObject({ enrollments: 0 });
    expect(await setting.findingsOf(transactionId)).toEqual([]);
    const { body: trail } = await setting.shop.call('GET', '/audit?limit=1', { token: sale.admin.token });
    expect(trail[0]).toMatchObject({ action: 'refund settled', reason: '5$ of 19.50$: Sent by bank' });
    expect((await sale.act(`${id}/refund-settlement`, settlement)).body.error.code).toBe('nothing_to_decide');
  });

  it('is owed until it was refunded again', async () => {
    const { transactionId, id } = await refundInParts();
    await fail(transactionId, 500);
    expect((await sale.refund(id, 5)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await owedOf(transactionId)).toEqual([]);
    await fail(transactionId, 500);
    expect((await sale.paymentOf(transactionId)).state).toBe('refund failed');
    expect(await owedOf(transactionId)).toEqual([5]);
  });

  it('is owed while the later part is pending, and after it has failed too', async () => {
    const { transactionId, id } = await refundInParts('pm_card_pendingRefund');
    await fail(transactionId, 500);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refund failed', refunding: 14.5 });
    expect(await owedOf(transactionId)).toEqual([5]);
    await fail(transactionId, 1450);
    expect((await owedOf(transactionId)).sort((a, b) => a - b)).toEqual([5, 14.5]);
    const settle = async (amount: number) =>
      sale.act(`${id}/refund-settlement`, {
        reason: 'Sent by bank',
        refundId: await refundOf(transactionId, amount),
      });
    expect((await settle(5)).status).toBe(200);
    expect(await owedOf(transactionId)).toEqual([14.5]);
    expect((await sale.paymentOf(transactionId)).state).toBe('refund failed');
    expect((await settle(5)).body.error.code).toBe('nothing_to_decide');
    expect((await settle(14.5)).status).toBe(200);
    expect(await owedOf(transactionId)).toEqual([]);
    expect((await sale.paymentOf(transactionId)).state).toBe('refunded');
    expect(await setting.findingsOf(transactionId)).toEqual([]);
  });
});

describe('refunds that failed', () => {
  it('are all settled if the call names none', async () => {
    const { transactionId, id } = await refundInParts();
    await fail(transactionId, 1450);
    await fail(transactionId, 500);
    expect((await sale.act(`${id}/refund-settlement`, { reason: 'Sent by bank' })).status).toBe(200);
    expect((await sale.paymentOf(transactionId)).state).toBe('refunded');
    expect(await creditedOf(transactionId)).toBe(19.5);
  });

  it('stay owed with the part that a smaller refund leaves, and no more can be settled', async () => {
    const { transactionId, id } = await sale.buy();
    await sale.refund(id);
    await fail(transactionId, 1950);
    expect((await sale.refund(id, 5)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refund failed', refunded: 5 });
    expect(await owedOf(transactionId)).toEqual([14.5]);
    expect((await sale.act(`${id}/refund-settlement`, { reason: 'Sent by bank' })).status).toBe(200);
    expect((await sale.paymentOf(transactionId)).state).toBe('refunded');
    expect(await creditedOf(transactionId)).toBe(19.5);
    expect(await setting.findingsOf(transactionId)).toEqual([]);
  });

  it('count as refunded where the payment is shown and exported, once they were paid by other means', async () => {
    const { transactionId, id } = await sale.buy();
    await sale.refund(id, 5);
    await fail(transactionId, 500);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ refunded: 0 });
    await sale.act(`${id}/refund-settlement`, { reason: 'Sent by bank' });
    const settled = { amount: 5, date: expect.any(String), reason: 'Sent by bank' };
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'paid',
      refunded: 5,
      refunding: 0,
      refunds: [{ status: 'failed', settled }],
    });
    const own = await setting.shop.call('GET', '/payments/own', { token: sale.buyer.token });
    expect(own.body[0]).toMatchObject({ refunded: 5 });
    expect(own.body[0].refunds[0]).not.toHaveProperty('settled');
    const { body: csv } = await setting.shop.call('GET', '/exports/payments.csv', {
      token: sale.admin.token,
    });
    const line = (csv as string).split('\n').find((row) => row.includes(transactionId));
    expect(line).toContain(',"19.50","usd","paid","5.00",');
    expect((await sale.refund(id, 14.5)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
  });

  it('and were paid by other means are not refunded again if the rest is less by then, and the books report the excess', async () => {
    const { transactionId, id } = await sale.buy();
    await sale.refund(id, 12);
    await fail(transactionId, 1200);
    await sale.act(`${id}/refund-settlement`, { reason: 'Sent by bank' });
    await setting.stripe.refunds.create({ payment_intent: transactionId, amount: 1500 });
    expect((await sale.refund(id)).status).toBe(200);
    const { data } = await setting.stripe.refunds.list({ payment_intent: transactionId });
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([
      [1500, 'succeeded'],
      [1200, 'failed'],
    ]);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await setting.findingsOf(transactionId)).toEqual([
      `Payment ${transactionId}: is refunded by more than its amount`,
    ]);
  });

  it('do not replace the reason of a refund that the payer received', async () => {
    const { transactionId, id } = await sale.buy();
    await sale.refund(id, 5, 'The second lesson was canceled');
    setting.proxy.intercept = onRefund(async () => ({
      status: 400,
      body: JSON.stringify({
        error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'This charge is disputed' },
      }),
    }));
    expect((await sale.refund(id, 5, 'Suspected abuse')).body.error.code).toBe('refund_refused');
    setting.proxy.intercept = undefined;
    expect((await sale.paymentOf(transactionId)).refundReason).toBe('The second lesson was canceled');
  });

  it('are announced to the admins with the advice for them, but not to an account that nobody has claimed', async () => {
    await setting.shop.pool.query(`
      with identity as (
        insert into identity."user" (id, name, email) values (gen_random_uuid(), 'Ada', 'mistyped@example.test') returning id)
      insert into users (identity_id, name, email, role) select id, 'Ada', 'mistyped@example.test', 'admin' from identity`);
    const { transactionId, id } = await sale.buy();
    await sale.refund(id);
    await fail(transactionId, 1950);
    const [{ refundId, todo }] = (await sale.attentionOf(transactionId)) as [Attention];
    const { rows } = await setting.shop.pool.query(
      `select u.email, n.data->>'todo' as todo from notifications n join users u on u.id = n.user_id
        where n.kind = 'attention' and n.subject = 'refund failed ' || $1`,
      [refundId],
    );
    expect(rows).toEqual([{ email: sale.admin.email, todo }]);
  });

  it('tell the payer once that we could not make them if the provider refuses, and each time that a bank does', async () => {
    const told = async () => {
      const { body } = await setting.shop.call('GET', '/notifications', { token: sale.buyer.token });
      return (body as { kind: string; text: string }[])
        .filter(({ kind }) => kind === 'refund failed')
        .map(({ text }) => text.split(' for ')[0]);
    };
    const { id } = await sale.buy('pm_card_createDispute');
    await sale.forgetDisputes(id);
    for (const amount of [undefined, 5, 19.5]) {
      expect((await sale.refund(id, amount)).body.error.code).toBe('refund_refused');
    }
    expect(await told()).toEqual(['We could not make the refund of 19.50$']);
    await sale.renew();
    const { transactionId } = await refundInParts();
    await fail(transactionId, 500);
    await fail(transactionId, 1450);
    expect((await told()).sort()).toEqual([
      'Your bank did not accept the refund of 14.50$',
      'Your bank did not accept the refund of 5$',
    ]);
  });
});
