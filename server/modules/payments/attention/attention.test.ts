import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Attention } from '#contract/attention.ts';
import { adoptPayments } from '../books/adopt-payments.ts';
import { checkBooksWhenDue } from '../reconciling/reconcile-payments.ts';
import { booksOf } from '#tests/support/books.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';

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

describe('a refund that failed', () => {
  it('needs an admin, who may mark it as paid by other means: then the enrollment ends', async () => {
    const { transactionId, id } = await sale.buy('pm_card_refundFail');
    await sale.act(`${id}/refund`, { reason: 'Asked for' });
    await setting.reconcile();
    await sale.act(`${id}/sync`);
    expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'refund failed' }]);
    expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ enrollments: 1 });
    expect((await sale.act(`${id}/refund-settlement`, { reason: 'Sent by bank' })).status).toBe(200);
    expect(await sale.attentionOf(transactionId)).toEqual([]);
    expect(await setting.findingsOf(transactionId)).toEqual([]);
    expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ enrollments: 0 });
    expect((await sale.paymentOf(transactionId)).state).toBe('refunded');
    expect((await sale.act(`${id}/refund`, { reason: 'Again' })).body.error.code).toBe('already_refunded');
    expect((await sale.act(`${id}/refund-settlement`, { reason: 'Again' })).body.error.code).toBe(
      'nothing_to_decide',
    );
  });

  it('of a payment that was never delivered is shown as leaving neither class nor refund', async () => {
    const transactionId = await sale.payOnly('pm_card_refundFail');
    await sale.withdraw();
    await sale.record(transactionId);
    const { _id } = await sale.paymentOf(transactionId);
    await sale.act(`${_id}/sync`);
    expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'refund failed' }]);
    expect(await setting.findingsOf(transactionId)).toHaveLength(1);
    expect(await booksOf(shop.pool, sale.buyer)).toMatchObject({ enrollments: 0 });
  });
});

describe('failed refunds, disputes, missing rows and mismatches', () => {
  /** The number of listed items per kind. */
  const listed = async () => {
    const { body } = await shop.call('GET', '/payments/attention', { token: sale.admin.token });
    const counts: Record<string, number> = {};
    for (const { kind } of body as Attention[]) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  };

  /**
   * The number of items per kind that a newly started server reports. A running one updates its numbers only after a
   * while.
   */
  const metered = async () => {
    const server = await startTestServer(shop.databaseUrl, setting.variables);
    const { body } = await attachTestApp(server, shop).call('GET', '/metrics');
    await server.stop();
    const lines = [...(body as string).matchAll(/^payments_attention\{kind="([a-z ]+)"\} (\d+)$/gm)];
    return Object.fromEntries(
      lines.map(([, kind, count]) => [kind, Number(count)]).filter(([, count]) => count),
    );
  };

  const expectEach = async (kinds: Record<string, [kind: string, todo: RegExp][]>) => {
    for (const [transactionId, expected] of Object.entries(kinds)) {
      const entries = await sale.attentionOf(transactionId);
      expect(entries.map(({ kind }) => kind).sort()).toEqual(expected.map(([kind]) => kind).sort());
      for (const [kind, todo] of expected) {
        expect(entries.find((entry) => entry.kind === kind)).toMatchObject({
          todo: expect.stringMatching(todo),
          since: expect.any(String),
          ...(kind === 'dispute' && { deadline: expect.any(String) }),
        });
      }
    }
    expect(await metered()).toEqual(await listed());
  };

  it('are listed with what to do, filtered, counted by a metric each, and end with a retry', async () => {
    const { transactionId: disputed, id: disputedId } = await sale.buyWithRefusedRefund();
    expect((await sale.act(`${disputedId}/sync`)).status).toBe(200);

    const { transactionId: wrong, id: wrongId } = await sale.buy(undefined, await createStudent(shop));
    const add = async (amount: number) => {
      await shop.pool.query('update payments set amount = amount + $2 where id = $1', [wrongId, amount]);
      await shop.pool.query('update enrollments set price = price + $2 where payment_id = $1', [
        wrongId,
        amount,
      ]);
    };
    await add(100);
    await shop.pool.query(`update payment_jobs set due_at = now() where id = 'books'`);
    await checkBooksWhenDue({ db: setting.db, stripe: setting.stripe, log: pino({ level: 'silent' }) });
    expect(await sale.attentionOf(wrong)).toHaveLength(1);

    const lost = await sale.payOnly(undefined, await createStudent(shop));
    const { rows } = await shop.pool.query(
      'delete from payment_intents where provider_id = $1 returning id',
      [lost],
    );
    expect(rows).toHaveLength(1);
    const intent = await setting.stripe.paymentIntents.retrieve(lost);
    expect((await setting.sendEvent('payment_intent.succeeded', intent)).status).toBeGreaterThanOrEqual(400);

    await expectEach({
      [disputed]: [
        ['refund failed', /^Wait until the dispute is decided/],
        ['dispute', /before the deadline/],
      ],
      [wrong]: [['mismatch', /^Reconcile the payment/]],
      [lost]: [['missing row', /npm run payments:adopt/]],
    });
    expect([await sale.needsAttention(disputed), await sale.needsAttention(wrong)]).toEqual([true, true]);

    const { data } = await setting.stripe.disputes.list({ payment_intent: disputed });
    const evidence = { uncategorized_text: 'winning_evidence' };
    const won = await setting.stripe.disputes.update(data[0]!.id, { evidence });
    await setting.sendEvent('charge.dispute.closed', won);
    expect((await sale.refund(disputedId)).status).toBe(200);
    await add(-100);
    expect((await sale.act(`${wrongId}/sync`)).status).toBe(200);
    expect(await adoptPayments({ db: setting.db, stripe: setting.stripe })).toContainEqual({
      transactionId: lost,
      outcome: 'enrolled',
    });
    const [entry] = await sale.attentionOf(lost);
    // The server's own retry may have come first.
    if (entry) expect([200, 404]).toContain((await sale.act(`events/${entry.eventId}/retry`)).status);

    await expectEach({ [disputed]: [], [wrong]: [], [lost]: [] });
    expect([await sale.needsAttention(disputed), await sale.needsAttention(wrong)]).toEqual([false, false]);
  });

  it('without a payment in the books say what to do, and can be rechecked', async () => {
    await shop.pool.query(
      `insert into book_findings (transaction_id, finding)
       values ('pi_not_in_the_books', 'Payment pi_not_in_the_books: the provider took 1950 usd, which is not in the books'),
              (null, 'Class 1 counts 2 enrollments and has 1')`,
    );
    const mismatches = async () => {
      const { body } = await shop.call('GET', '/payments/attention', { token: sale.admin.token });
      return (body as Attention[]).filter(({ what }) => /pi_not_in_the_books|^Class 1 /.test(what));
    };
    const entries = await mismatches();
    const todoOf = (part: string) => entries.find(({ what }) => what.includes(part))?.todo;
    expect(todoOf('pi_not_in_the_books')).toContain('npm run payments:adopt');
    expect(todoOf('Class 1 counts')).toContain('Compare it manually');
    // Both problems have been resolved.
    for (const { findingId } of entries) {
      expect((await sale.act(`findings/${findingId}/retry`)).body).toEqual({ modifiedCount: 1 });
      expect((await sale.act(`findings/${findingId}/retry`)).status).toBe(404);
    }
    expect(await mismatches()).toEqual([]);
  });

  it('that still exist are listed as before when they are rechecked', async () => {
    const transactionId = await sale.payOnly();
    // No event may report it, or it would be listed as a missing row.
    await setting.loseEvents();
    await shop.pool.query('delete from payment_events where transaction_id = $1', [transactionId]);
    await shop.pool.query('delete from payment_intents where provider_id = $1', [transactionId]);
    const { rows } = await shop.pool.query<{ id: string }>(
      `update classes set enroll = enroll + 1 where id = $1 returning id`,
      [sale.classId],
    );
    const texts = [
      `Payment ${transactionId}: the provider took 1950 usd, which is not in the books`,
      `Class ${rows[0]!.id} counts 1 enrollments and has 0`,
    ];
    await shop.pool.query(
      `insert into book_findings (transaction_id, finding, created_at) values ($1, $2, now() - interval '1 day'), (null, $3, now() - interval '1 day')`,
      [transactionId, ...texts],
    );
    const listed = async () => {
      const { body } = await shop.call('GET', '/payments/attention', { token: sale.admin.token });
      return (body as Attention[]).filter(({ kind, what }) => kind === 'mismatch' && texts.includes(what));
    };
    const before = await listed();
    expect(before.length).toBe(2);
    for (const { findingId } of before) await sale.act(`findings/${findingId}/retry`);
    expect(await listed()).toEqual(before);
    await shop.pool.query('update classes set enroll = enroll - 1 where id = $1', [sale.classId]);
    await shop.pool.query('delete from book_findings where finding = any ($1)', [texts]);
  });
});
