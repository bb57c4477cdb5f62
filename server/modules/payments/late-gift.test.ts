import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { failRefund } from '#tests/support/refunds.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';

let setting: Shop;
let sale: Sale;

beforeAll(async () => {
  setting = await startShop();
  sale = await Sale.create(setting.shop, setting.payAt);
});
beforeEach(() => sale.renew());
afterAll(() => setting.close());

const holderOf = async (): Promise<string | undefined> => {
  const { rows } = await setting.shop.pool.query<{ id: string }>(
    'select payment_id as id from enrollments where class_id = $1',
    [sale.classId],
  );
  return rows[0]?.id;
};

const lose = (id: string) =>
  setting.shop.pool.query(
    `update payments set lost_amount = amount, disputed_at = now(), dispute_status = 'lost' where id = $1`,
    [id],
  );

const give = async (id: string): Promise<void> => {
  const gift = { decision: 'gift', reason: 'A long-standing student' };
  expect((await sale.act(`${id}/dispute-decision`, gift)).status).toBe(200);
};

it('a payment that was lost in a dispute after its enrollment had ended gives the class back only as a gift', async () => {
  const first = await sale.buy();
  await sale.refund(first.id);
  const second = await sale.buy();
  await sale.refund(second.id);
  await lose(first.id);
  await failRefund(setting, first.transactionId, 1950);
  expect(await holderOf()).toBeUndefined();
  await give(first.id);
  expect(await holderOf()).toBe(first.id);
});

it('a payment that was refunded and then lost in a dispute as well gives no class, not even as a gift', async () => {
  const { id } = await sale.buy();
  await sale.refund(id);
  await lose(id);
  await give(id);
  expect(await holderOf()).toBeUndefined();
});
