import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Offer } from '#tests/support/limited-classes.ts';
import { openIntent } from '#tests/support/payments.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { openWaitingRoom, type WaitingRoom } from '#tests/support/waiting-room.ts';

let shop: Shop;
let room: WaitingRoom;

beforeAll(async () => {
  shop = await startShop();
  room = await openWaitingRoom(shop);
});
afterAll(() => shop.close());

/** Lets time pass until the open intents of a class are near their end. */
const pass = async ({ _id }: Offer) => {
  for (const table of ['payment_intents', 'waiting_list'])
    await shop.shop.pool.query(
      `update ${table} set created_at = created_at - interval '25 minutes' where class_id = $1`,
      [_id],
    );
};

it('a buyer who keeps returning without paying loses the seat one intent after a student has begun to wait', async () => {
  const offer = await room.publish({ seats: 1 });
  const [buyer, other] = await room.students(2);
  for (const time of ['first', 'second', 'third']) {
    expect((await openIntent(shop.shop, buyer!, offer)).status, time).toBe(200);
    await pass(offer);
  }
  await room.join(other!, offer);
  expect((await openIntent(shop.shop, buyer!, offer)).status, 'the student began to wait later').toBe(200);
  await pass(offer);
  expect((await openIntent(shop.shop, buyer!, offer)).body.error.code).toBe('class_full');
  await room.untilKeptFor(other!, offer);
  expect(await room.tryToBuy(other!, offer)).toBe('enrolled');
});

it('a buyer for whom the seat is reserved keeps it before the others who wait', async () => {
  const { offer, ada } = await room.keptSeat();
  for (const time of ['first', 'second', 'third']) {
    expect((await openIntent(shop.shop, ada, offer)).status, time).toBe(200);
    await pass(offer);
  }
  expect(await room.tryToBuy(ada, offer)).toBe('enrolled');
});

it('a buyer who waits, too, holds the seat no longer than it would be reserved for them', async () => {
  const offer = await room.publish({ seats: 2 });
  const [buyer, other, first, last] = await room.students(4);
  for (const paying of [buyer!, other!])
    expect((await openIntent(shop.shop, paying, offer)).status).toBe(200);
  await room.join(first!, offer);
  expect((await room.join(buyer!, offer)).body).toMatchObject({ position: 2 });
  await room.leave(first!, offer);
  await room.join(last!, offer);
  await pass(offer);
  expect((await openIntent(shop.shop, buyer!, offer)).status).toBe(200);
  await pass(offer);
  await shop.shop.pool.query(
    `update waiting_list set kept_until = kept_until - interval '48 hours' where class_id = $1`,
    [offer._id],
  );
  expect((await openIntent(shop.shop, buyer!, offer)).body.error?.code).toBe('class_full');
  await room.untilKeptFor(last!, offer);
});
