import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booksOf } from '#tests/support/books.ts';
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
beforeEach(() => sale.renew());

const loseDispute = async (transactionId: string) => {
  const { data } = await setting.stripe.disputes.list({ payment_intent: transactionId });
  const dispute = await setting.stripe.disputes.close(data[0]!.id);
  return setting.sendEvent('charge.dispute.closed', dispute);
};

describe('a dispute', () => {
  it('needs an answer until its deadline, and nothing once it is won', async () => {
    const { transactionId } = await sale.buy('pm_card_createDispute');
    expect(await sale.attentionOf(transactionId)).toMatchObject([
      { kind: 'dispute', deadline: expect.any(String), todo: expect.stringContaining('deadline') },
    ]);
    expect(await sale.needsAttention(transactionId)).toBe(true);
    const payment = await sale.paymentOf(transactionId);
    expect(payment.attention).toHaveLength(1);
    expect(new Date(payment.disputeDueBy as string).getTime()).toBeGreaterThan(Date.now());
    const own = await shop.call('GET', '/payments/own', { token: sale.buyer.token });
    expect(own.body[0]).not.toHaveProperty('attention');
    const { data } = await setting.stripe.disputes.list({ payment_intent: transactionId });
    const won = await setting.stripe.disputes.update(data[0]!.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    await setting.sendEvent('charge.dispute.closed', won);
    expect(await sale.attentionOf(transactionId)).toEqual([]);
    expect((await sale.paymentOf(transactionId)).state).toBe('paid');
  });

  it.each([
    ['end', 'ended', 0],
    ['gift', 'gift', 1],
  ])(
    'that is lost needs a decision, and the books have a rule for it: %s',
    async (decision, kept, enrollments) => {
      const { transactionId, id } = await sale.buy('pm_card_createDispute');
      expect((await loseDispute(transactionId)).status).toBe(200);
      expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'dispute lost' }]);
      expect(await setting.findingsOf(transactionId)).toEqual([expect.stringContaining('lost in a dispute')]);
      expect((await sale.paymentOf(transactionId)).state).toBe('dispute lost');
      const body = { decision, reason: 'The bank has decided' };
      expect((await sale.act(`${id}/dispute-decision`, body, sale.buyer)).status).toBe(403);
      expect((await sale.act(`${id}/dispute-decision`, body)).body).toEqual({ modifiedCount: 1 });
      expect((await sale.act(`${id}/dispute-decision`, body)).body.error.code).toBe('nothing_to_decide');
      expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments });
      expect((await sale.paymentOf(transactionId)).disputeDecision).toBe(kept);
      expect(await sale.attentionOf(transactionId)).toEqual([]);
      expect(await setting.findingsOf(transactionId)).toEqual([]);
      await sale.act(`${id}/sync`);
      expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ enrollments });
    },
  );

  it('that is reported late does not return to an earlier status', async () => {
    const { transactionId } = await sale.buy('pm_card_createDispute');
    const { data } = await setting.stripe.disputes.list({ payment_intent: transactionId });
    await loseDispute(transactionId);
    await setting.sendEvent('charge.dispute.created', data[0]!);
    expect((await sale.paymentOf(transactionId)).dispute).toBe('lost');
  });
});

describe('a dispute that is lost', () => {
  it('leaves nothing to do about a payment that was never delivered, whose refund it had prevented', async () => {
    const transactionId = await sale.payOnly('pm_card_createDispute');
    await sale.withdraw();
    // If the event recorded the payment first, the provider may still be refusing the refund.
    await expect
      .poll(async () => (await sale.record(transactionId)).body.error.message)
      .toContain('We will contact you');
    const kinds = (await sale.attentionOf(transactionId)).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['dispute', 'refund failed']);
    await loseDispute(transactionId);
    expect(await sale.attentionOf(transactionId)).toEqual([]);
    expect(await sale.needsAttention(transactionId)).toBe(false);
    expect(await setting.findingsOf(transactionId)).toEqual([]);
    const { _id, state } = await sale.paymentOf(transactionId);
    expect(state).toBe('dispute lost');
    expect((await sale.record(transactionId)).body.error.message).toContain('Your bank has returned');
    await sale.act(`${_id}/sync`);
    expect(await sale.attentionOf(transactionId)).toEqual([]);
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 1, refunded: 0, enrollments: 0 });
  });

  it('leaves only the decision about a class whose refund it had prevented', async () => {
    const { transactionId, id } = await sale.buyWithRefusedRefund();
    await loseDispute(transactionId);
    expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'dispute lost' }]);
    await sale.act(`${id}/dispute-decision`, { decision: 'end', reason: 'The bank has decided' });
    expect(await sale.attentionOf(transactionId)).toEqual([]);
    expect(await setting.findingsOf(transactionId)).toEqual([]);
  });

  it('needs an admin if the bank reverses it after the enrollment has ended', async () => {
    const { transactionId, id } = await sale.buy('pm_card_createDispute');
    await loseDispute(transactionId);
    await sale.act(`${id}/dispute-decision`, { decision: 'end', reason: 'The bank has decided' });
    const { rows } = await setting.provider.pool.query<{ body: object }>(
      `update card_sandbox.objects set body = body || '{"status": "won", "is_charge_refundable": true}'
        where type = 'dispute' and body->>'payment_intent' = $1 returning body`,
      [transactionId],
    );
    await setting.sendEvent('charge.dispute.closed', rows[0]!.body);
    expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'unsettled' }]);
    expect(await setting.findingsOf(transactionId)).toHaveLength(1);
    expect((await sale.refund(id)).status).toBe(200);
    expect(await sale.attentionOf(transactionId)).toEqual([]);
    expect(await setting.findingsOf(transactionId)).toEqual([]);
  });

  it('about a part leaves the rest to be refunded', async () => {
    const transactionId = await sale.payOnly('pm_card_createDispute');
    await setting.provider.pool.query(
      `update card_sandbox.objects set body = body || '{"amount": 500}'
        where type = 'dispute' and body->>'payment_intent' = $1`,
      [transactionId],
    );
    await sale.withdraw();
    await sale.record(transactionId);
    await loseDispute(transactionId);
    expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'refund failed' }]);
    expect((await sale.refund((await sale.paymentOf(transactionId))._id)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({ lost: 5, refunded: 14.5 });
    expect(await sale.attentionOf(transactionId)).toEqual([]);
  });
});
