import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booksOf, findErrors } from '#tests/support/books.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { failRefund } from '#tests/support/refunds.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';
import { checkBooks } from './books/check-books.ts';

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

interface Bought {
  transactionId: string;
  id: string;
}

const reject = ({ transactionId }: Bought) => failRefund(setting, transactionId, 1950);

const refund = async ({ id }: Bought): Promise<void> => {
  expect((await sale.refund(id)).status).toBe(200);
};

/** Buys, is refunded and buys again, so often that the given number of payments result. Only the last has the enrollment. */
const buyAgain = async (count = 2, card?: string): Promise<Bought[]> => {
  const bought: Bought[] = [await sale.buy()];
  while (bought.length < count) {
    await refund(bought.at(-1)!);
    bought.push(await sale.buy(bought.length === count - 1 ? card : undefined));
  }
  return bought;
};

const enrollmentOf = async () => {
  const { rows } = await shop.pool.query<{ id: string; payment: string; price: number; matches: boolean }>(
    `select e.id, p.transaction_id as payment, e.price, e.enrolled_at = p.paid_at as matches
       from enrollments e join payments p on p.id = e.payment_id where e.class_id = $1`,
    [sale.classId],
  );
  return rows[0];
};

const holderOf = async (): Promise<string | undefined> => (await enrollmentOf())?.payment;

const findingsOf = async (bought: Bought[]): Promise<string[]> =>
  (await checkBooks(setting.db, setting.stripe)).filter((finding) =>
    bought.some(({ transactionId }) => finding.includes(transactionId)),
  );

const refundTexts = async (): Promise<string[]> => {
  const { body } = await shop.call('GET', '/notifications', { token: sale.buyer.token });
  return (body as { kind: string; text: string }[])
    .filter(({ kind }) => kind === 'refund')
    .map(({ text }) => text);
};

const loseDispute = async ({ transactionId }: Bought): Promise<void> => {
  const { data } = await setting.stripe.disputes.list({ payment_intent: transactionId });
  const dispute = await setting.stripe.disputes.close(data[0]!.id);
  expect((await setting.sendEvent('charge.dispute.closed', dispute)).status).toBe(200);
};

const decide = ({ id }: Bought, decision: 'end' | 'gift') =>
  sale.act(`${id}/dispute-decision`, { decision, reason: 'The bank has decided' });

describe('a payment whose refund fails after the buyer has bought the class again', () => {
  it('gets the enrollment once the later payment is refunded, with its price and date', async () => {
    const [first, second] = (await buyAgain()) as [Bought, Bought];
    await reject(first);
    const before = (await enrollmentOf())!;
    expect(before.payment).toBe(second.transactionId);
    await shop.pool.query(`update payments set paid_at = paid_at - interval '9 days' where id = $1`, [
      first.id,
    ]);
    await refund(second);
    expect(await enrollmentOf()).toEqual({
      id: before.id,
      payment: first.transactionId,
      price: 1950,
      matches: true,
    });
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 2, refunded: 1, enrollments: 1 });
    expect(await sale.countOf(sale.classId)).toBe(1);
    expect(await findErrors(shop.pool)).toEqual([]);
    expect(await findingsOf([first, second])).toEqual([]);
    expect(await sale.attentionOf(first.transactionId)).toMatchObject([{ kind: 'refund failed' }]);
    const [last] = await refundTexts();
    expect(last).toMatch(/still enrolled/);
    expect(last).not.toMatch(/no longer/);
  });

  it('gets it as well if the payment is refunded at the provider, or paid back by other means', async () => {
    const [first, second, third] = (await buyAgain(3)) as [Bought, Bought, Bought];
    await reject(first);
    await reject(second);
    await setting.stripe.refunds.create({ payment_intent: third.transactionId });
    expect((await sale.act(`${third.id}/sync`)).status).toBe(200);
    expect(await holderOf()).toBe(first.transactionId);
    expect((await sale.act(`${first.id}/refund-settlement`, { reason: 'Sent by bank' })).status).toBe(200);
    expect(await holderOf()).toBe(second.transactionId);
    await refund(second);
    expect(await enrollmentOf()).toBeUndefined();
    expect(await sale.countOf(sale.classId)).toBe(0);
    expect(await findingsOf([first, second, third])).toEqual([]);
    expect((await refundTexts())[0]).toMatch(/no longer enrolled/);
  });

  it('gets it if an admin ends that of the later payment after a lost dispute', async () => {
    const [first, second] = (await buyAgain(2, 'pm_card_createDispute')) as [Bought, Bought];
    await reject(first);
    await loseDispute(second);
    expect((await decide(second, 'end')).status).toBe(200);
    expect(await holderOf()).toBe(first.transactionId);
    expect(await findingsOf([first, second])).toEqual([]);
    await sale.act(`${second.id}/sync`);
    expect(await holderOf()).toBe(first.transactionId);
    const { body: trail } = await shop.call('GET', '/audit?limit=1', { token: sale.admin.token });
    expect(trail[0].reason).toBe('Enrollment transferred to another payment: The bank has decided');
  });

  it('does not take it from the later payment if that refund fails as well', async () => {
    const [first, second] = (await buyAgain()) as [Bought, Bought];
    await reject(first);
    await refund(second);
    await reject(second);
    expect(await holderOf()).toBe(first.transactionId);
    await refund(first);
    expect(await holderOf()).toBe(second.transactionId);
  });

  it('may be refunded without the student losing the class, as the notification says', async () => {
    const [first, second] = (await buyAgain()) as [Bought, Bought];
    await reject(first);
    await refund(first);
    expect(await holderOf()).toBe(second.transactionId);
    expect((await refundTexts())[0]).toMatch(/still enrolled/);
    expect(await findingsOf([first, second])).toEqual([]);
  });

  it('keeps the seat, the progress and the certificate', async () => {
    const section = await addSection(shop, sale.teacher, sale.classId);
    const lesson = await addLesson(shop, sale.teacher, section, { title: 'One' });
    const [first, second] = (await buyAgain()) as [Bought, Bought];
    await reject(first);
    const { status } = await shop.call('PUT', `/lessons/${lesson}/progress`, {
      body: { isDone: true },
      token: sale.buyer.token,
    });
    expect(status).toBe(200);
    await shop.pool.query('update classes set seats = 1 where id = $1', [sale.classId]);
    const waiting = await createStudent(shop);
    const joined = await shop.call('PUT', `/classes/${sale.classId}/waiting-list`, { token: waiting.token });
    expect(joined.status).toBe(200);
    const read = async () =>
      (
        await shop.pool.query(
          `select c.enroll, c.waiting, k.code, k.ended_at, s.done, w.kept_until
             from classes c join certificates k on k.class_id = c.id join waiting_list w on w.class_id = c.id,
                  lateral (select count(*) as done from lesson_progress g where g.lesson_id = $2) s
            where c.id = $1`,
          [sale.classId, lesson],
        )
      ).rows;
    const before = await read();
    expect(before).toMatchObject([{ enroll: 1, waiting: 1, ended_at: null, done: '1', kept_until: null }]);
    await refund(second);
    expect(await holderOf()).toBe(first.transactionId);
    await setting.reconcile();
    expect(await read()).toEqual(before);
  });

  it('keeps the enrollment of a deleted account for the books', async () => {
    const [first, second] = (await buyAgain()) as [Bought, Bought];
    await reject(first);
    const { rows } = await shop.pool.query<{ id: string }>(
      'select user_id as id from payments where id = $1',
      [first.id],
    );
    expect((await shop.call('DELETE', `/users/${rows[0]!.id}`, { token: sale.admin.token })).status).toBe(
      200,
    );
    await refund(second);
    expect(await holderOf()).toBe(first.transactionId);
    const { rows: counts } = await shop.pool.query('select enroll, vacated from classes where id = $1', [
      sale.classId,
    ]);
    expect(counts).toEqual([{ enroll: 1, vacated: 1 }]);
    expect(await findingsOf([first, second])).toEqual([]);
  });

  it('gets it if its refund fails while the later one is being refunded', async () => {
    const [first, second] = (await buyAgain()) as [Bought, Bought];
    const { refunding } = await whileLocked(shop.pool, async (client) => {
      await client.query('select from payments where id = $1 for update', [first.id]);
      const refunding = sale.refund(second.id);
      await expect.poll(() => isWaitingForLock(shop.pool)).toBe(true);
      await client.query(
        `update payments set refunded_amount = 0, refunded_at = null, refund_failed_at = now() where id = $1`,
        [first.id],
      );
      await client.query(
        `update refunds set status = 'failed', failed_at = now(), owed_amount = amount where payment_id = $1`,
        [first.id],
      );
      return { refunding };
    });
    expect((await refunding).status).toBe(200);
    expect(await holderOf()).toBe(first.transactionId);
  });

  it('has it whichever of the two refunds is recorded first', async () => {
    const sold: Bought[] = [];
    for (let round = 0; round < 3; round += 1) {
      await sale.renew();
      const [first, second] = (await buyAgain()) as [Bought, Bought];
      const [, refunded] = await Promise.all([reject(first), sale.refund(second.id)]);
      expect(refunded.status).toBe(200);
      expect(await holderOf()).toBe(first.transactionId);
      sold.push(first, second);
    }
    expect(await findingsOf(sold)).toEqual([]);
  });
});

describe('the enrollment of a refunded payment is not transferred to another one', () => {
  const expectNone = async (bought: Bought[]): Promise<void> => {
    await refund(bought.at(-1)!);
    expect(await enrollmentOf()).toBeUndefined();
    expect(await sale.countOf(sale.classId)).toBe(0);
    expect((await refundTexts())[0]).toMatch(/no longer enrolled/);
  };

  it('that was refunded', async () => {
    await expectNone(await buyAgain(3));
  });

  it('whose refund is requested again, until it fails again', async () => {
    const bought = await buyAgain();
    await reject(bought[0]!);
    await shop.pool.query(
      `with asked as (
         insert into refunds (payment_id, amount, is_rest, status, origin, reason, due_at)
         values ($1, 1950, true, 'requested', 'admin', 'Asked for', now() + interval '1 hour'))
       update payments set refunding_amount = 1950, refund_failed_at = null where id = $1`,
      [bought[0]!.id],
    );
    await expectNone(bought);
    await shop.pool.query(
      `update refunds set status = 'failed', failed_at = now() where payment_id = $1 and status = 'requested'`,
      [bought[0]!.id],
    );
    expect((await sale.act(`${bought[0]!.id}/sync`)).status).toBe(200);
    expect(await holderOf()).toBe(bought[0]!.transactionId);
  });

  it('that could not be delivered', async () => {
    const bought = await buyAgain();
    await reject(bought[0]!);
    await shop.pool.query('update payments set undelivered = true where id = $1', [bought[0]!.id]);
    await expectNone(bought);
  });

  it('whose enrollment an admin has ended', async () => {
    const bought = await buyAgain();
    await reject(bought[0]!);
    await shop.pool.query(`update payments set dispute_decision = 'ended' where id = $1`, [bought[0]!.id]);
    await expectNone(bought);
  });

  it('that was lost in a dispute, unless an admin has made the class a gift', async () => {
    const lose = `update payments set lost_amount = amount, refund_failed_at = null, disputed_at = now(),
                         dispute_status = 'lost' where id = $1`;
    const lost = await buyAgain();
    await reject(lost[0]!);
    await shop.pool.query(lose, [lost[0]!.id]);
    await expectNone(lost);
    await sale.renew();
    const given = await buyAgain();
    await reject(given[0]!);
    await shop.pool.query(lose, [given[0]!.id]);
    expect((await decide(given[0]!, 'gift')).status).toBe(200);
    await refund(given[1]!);
    expect(await holderOf()).toBe(given[0]!.transactionId);
  });

  it('that was made with a test card, while it was paid with real money', async () => {
    const bought = await buyAgain();
    await reject(bought[0]!);
    await shop.pool.query('update payments set livemode = true where id = $1', [bought[1]!.id]);
    await setting.stripe.refunds.create({ payment_intent: bought[1]!.transactionId });
    expect((await sale.act(`${bought[1]!.id}/sync`)).status).toBe(200);
    expect(await enrollmentOf()).toBeUndefined();
  });

  it('of another buyer or for another class', async () => {
    const bought = await buyAgain();
    await sale.buy(undefined, await createStudent(shop));
    await refund(bought[1]!);
    expect(await booksOf(shop.pool, sale.buyer)).toEqual({ payments: 2, refunded: 2, enrollments: 0 });
    expect(await sale.countOf(sale.classId)).toBe(1);
  });
});

it('the check of the books names a payment whose payer should have the class and has not', async () => {
  const [first, second] = (await buyAgain()) as [Bought, Bought];
  await reject(first);
  expect(await setting.findingsOf(first.transactionId)).toEqual([
    `Payment ${first.transactionId}: has no enrollment and is not refunded`,
  ]);
  await refund(second);
  // As earlier versions left it.
  await shop.pool.query('delete from enrollments where payment_id = $1', [first.id]);
  await shop.pool.query('update classes set enroll = 0 where id = $1', [sale.classId]);
  expect(await findingsOf([first, second])).toEqual([
    `Payment ${first.transactionId}: entitles its payer to the class, but the payer is not enrolled`,
  ]);
  expect((await sale.act(`${first.id}/sync`)).status).toBe(200);
  expect(await holderOf()).toBe(first.transactionId);
  expect(await findingsOf([first, second])).toEqual([]);
});
