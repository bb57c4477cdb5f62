import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClassRevenue, EarningTotals } from '#contract/revenue.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { holdWebhooks } from '#tests/support/payments.ts';
import { createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';
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

describe('receipts, totals and earnings', () => {
  it('a payment has a receipt number of its own, for the payer and admins', async () => {
    const [first, second] = [
      await buyClass(app, sale.buyer, sale.classId),
      await buyClass(app, await createStudent(app), sale.classId),
    ];
    const { _id, receiptNumber } = await sale.paymentOf(first);
    const placeOf = (number: string) => Number(number.split('-').at(-1));
    const next = (await sale.paymentOf(second)).receiptNumber as string;
    expect(placeOf(next)).toBe(placeOf(receiptNumber as string) + 1);
    const own = await app.call('GET', `/payments/${_id}`, { token: sale.buyer.token });
    expect(own.body).toMatchObject({
      receiptNumber,
      transactionId: first,
      price: 19.5,
      teacher: sale.teacher.name,
    });
    const stranger = await createStudent(app);
    expect((await app.call('GET', `/payments/${_id}`, { token: stranger.token })).status).toBe(403);
  });

  it('totals show the revenue by day and by class', async () => {
    const today = () => new Date().toISOString().slice(0, 10);
    const day = today();
    const before = (await app.call('GET', '/payments/totals', { token: sale.admin.token })).body;
    const transactionId = await buyClass(app, sale.buyer, sale.classId);
    await sale.refund((await sale.paymentOf(transactionId))._id);
    await buyClass(app, await createStudent(app), sale.classId);
    const { body } = await app.call('GET', '/payments/totals', { token: sale.admin.token });
    expect(body.days).toHaveLength(30);
    expect([day, today()]).toContain(body.days.at(-1).date);
    expect(body.total.count).toBe(Number(before.total.count) + 2);
    expect(body.total.amount).toBeCloseTo(Number(before.total.amount) + 39, 2);
    expect(body.total.refunded).toBeCloseTo(Number(before.total.refunded) + 19.5, 2);
    const sum = body.days.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
    expect(sum).toBeCloseTo(body.total.amount, 2);
  });

  it('classes are ordered by what remains after refunds, not by what was charged', async () => {
    const own = await createTeacher(app);
    const publish = (title: string) => publishClass(app, own, sale.admin, { title, price: 9_000 });
    const [refunded, lost, kept, unsold] = [
      await publish('Refunded'),
      await publish('Lost'),
      await publish('Kept'),
      await publish('Unsold'),
    ];
    const buy = async (classId: string, buyer: TestUser) =>
      sale.paymentOf(await buyClass(app, buyer, classId));
    const other = await createStudent(app);
    for (const buyer of [sale.buyer, other]) {
      await sale.refund((await buy(refunded, buyer))._id);
      const { _id } = await buy(lost, buyer);
      await app.pool.query(
        `update payments set disputed_at = now(), dispute_status = 'lost', lost_amount = 600000
          where id = $1`,
        [_id],
      );
    }
    await buy(kept, other);
    const earnings = await app.call('GET', '/earnings', { token: own.token });
    const earned = (earnings.body as ClassRevenue[]).map(({ classId, revenue }) => [classId, revenue]);
    expect(earned.slice(0, 2)).toEqual([
      [kept, 9_000],
      [lost, 6_000],
    ]);
    expect(earned.slice(2)).toEqual(
      expect.arrayContaining([
        [refunded, 0],
        [unsold, 0],
      ]),
    );
    const { body } = await app.call('GET', '/payments/totals', { token: sale.admin.token });
    const listed = (body.classes as ClassRevenue[]).map(({ classId }) => classId);
    expect(listed.slice(0, 2)).toEqual([kept, lost]);
  });

  it('a teacher sees what each class earned, and no other teacher’s earnings', async () => {
    const own = await createTeacher(app);
    const [sold, unsold] = [
      await publishClass(app, own, sale.admin, { title: 'Sold' }),
      await publishClass(app, own, sale.admin, { title: 'Unsold' }),
    ];
    await buyClass(app, sale.buyer, sold);
    const { body } = await app.call('GET', '/earnings', { token: own.token });
    expect(body).toEqual([
      {
        classId: sold,
        title: 'Sold',
        teacher: own.name,
        count: 1,
        amount: 19.5,
        refunded: 0,
        lost: 0,
        revenue: 19.5,
      },
      {
        classId: unsold,
        title: 'Unsold',
        teacher: own.name,
        count: 0,
        amount: 0,
        refunded: 0,
        lost: 0,
        revenue: 0,
      },
    ]);
  });

  it('a teacher exports each payment for their classes, without the buyers and without other teachers’ payments', async () => {
    const own = await createTeacher(app);
    const classId = await publishClass(app, own, sale.admin, { title: '=Exported', price: 30.5 });
    const kept = await sale.paymentOf(await buyClass(app, await createStudent(app), classId));
    const reduced = await sale.paymentOf(await buyClass(app, sale.buyer, classId));
    await sale.refund(reduced._id, 10.25);
    await sale.buy();
    const response = await fetch(`${app.url}/api/exports/earnings.csv`, {
      headers: { authorization: `Bearer ${own.token}` },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const text = await response.text();
    const currency = kept.currency as string;
    expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
      '"date","transaction","class","paid","refunded","lost in disputes","earned","currency"',
      `"${reduced.date}","${reduced.transactionId}","'=Exported","30.50","10.25","0.00","20.25","${currency}"`,
      `"${kept.date}","${kept.transactionId}","'=Exported","30.50","0.00","0.00","30.50","${currency}"`,
      '',
    ]);
  });

  it('a teacher sees the total of all their classes, also of payments before the days in the chart', async () => {
    const own = await createTeacher(app);
    const [first, second] = [
      await publishClass(app, own, sale.admin, { title: 'First' }),
      await publishClass(app, own, sale.admin, { title: 'Second' }),
    ];
    const early = await buyClass(app, sale.buyer, first);
    await app.pool.query(
      `update payments set paid_at = paid_at - interval '40 days' where transaction_id = $1`,
      [early],
    );
    await sale.refund((await sale.paymentOf(await buyClass(app, sale.buyer, second)))._id);
    await buyClass(app, sale.buyer, sale.classId);
    const { body } = await app.call('GET', '/earnings/totals?days=7', { token: own.token });
    const totals = body as EarningTotals;
    expect(totals.total).toEqual({ count: 2, amount: 39, refunded: 19.5, lost: 0, revenue: 19.5 });
    expect(totals.days).toHaveLength(7);
    const recent = totals.days.filter(({ count }) => count > 0);
    expect(recent).toMatchObject([{ count: 1, amount: 19.5, refunded: 19.5, revenue: 0 }]);
  });
});

describe('revenue', () => {
  /** The increase of the totals, by what happened. */
  const totalsAfter = async (work: () => Promise<unknown>) => {
    const read = async () =>
      (await app.call('GET', '/payments/totals', { token: sale.admin.token })).body.total as Record<
        'count' | 'amount' | 'refunded' | 'lost' | 'revenue',
        number
      >;
    const before = await read();
    await work();
    const after = await read();
    return Object.fromEntries(
      Object.entries(after).map(([name, sum]) => [
        name,
        Math.round((sum - before[name as keyof typeof before]) * 100) / 100,
      ]),
    );
  };
  const earned = async () => {
    const { body } = await app.call('GET', `/earnings?limit=100`, { token: sale.teacher.token });
    return (body as { classId: string }[]).find(({ classId }) => classId === sale.classId);
  };
  /** Disputes a payment at the provider, and decides the dispute there. */
  const dispute = async (transactionId: string, evidence?: 'winning_evidence' | 'losing_evidence') => {
    const { data } = await stripe.disputes.list({ payment_intent: transactionId });
    if (evidence) await stripe.disputes.update(data[0]!.id, { evidence: { uncategorized_text: evidence } });
    await sale.act(`${(await sale.paymentOf(transactionId))._id}/sync`);
  };

  it('excludes a lost dispute, whatever the admin decides on the enrollment', async () => {
    const totals = await totalsAfter(async () => {
      const { transactionId, id } = await sale.buy('pm_card_createDispute');
      await dispute(transactionId, 'losing_evidence');
      const lost = { count: 1, amount: 19.5, refunded: 0, lost: 19.5, revenue: 0 };
      expect(await earned()).toMatchObject(lost);
      await sale.act(`${id}/dispute-decision`, { decision: 'gift', reason: 'A good customer' });
      expect(await earned()).toMatchObject(lost);
    });
    expect(totals).toEqual({ count: 1, amount: 19.5, refunded: 0, lost: 19.5, revenue: 0 });
  });

  it('includes a disputed payment until the dispute is lost, and permanently once it is won', async () => {
    const totals = await totalsAfter(async () => {
      const { transactionId } = await sale.buy('pm_card_createDispute');
      await dispute(transactionId);
      expect(await earned()).toMatchObject({ lost: 0, revenue: 19.5 });
      await dispute(transactionId, 'winning_evidence');
    });
    expect(totals).toEqual({ count: 1, amount: 19.5, refunded: 0, lost: 0, revenue: 19.5 });
  });

  it('does not subtract the same money twice if a part was refunded before the dispute', async () => {
    const totals = await totalsAfter(async () => {
      const { transactionId, id } = await sale.buy();
      await sale.refund(id, 5);
      await app.pool.query(
        `update payments set disputed_at = now(), dispute_status = 'lost', lost_amount = amount
          where transaction_id = $1`,
        [transactionId],
      );
      expect(await earned()).toMatchObject({ refunded: 5, lost: 14.5, revenue: 0 });
    });
    expect(totals).toEqual({ count: 1, amount: 19.5, refunded: 5, lost: 14.5, revenue: 0 });
  });

  it('excludes refunds paid by other means', async () => {
    const totals = await totalsAfter(async () => {
      const { id } = await sale.buy('pm_card_refundFail');
      await sale.refund(id);
      await sale.act(`${id}/sync`);
      expect(await earned()).toMatchObject({ refunded: 0, revenue: 19.5 });
      await sale.act(`${id}/refund-settlement`, { reason: 'Sent by bank' });
    });
    expect(totals).toEqual({ count: 1, amount: 19.5, refunded: 19.5, lost: 0, revenue: 0 });
  });
});
