import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { openWaitingRoom, type WaitingRoom } from '#tests/support/waiting-room.ts';
import { offerFreeSeats } from './offer-seats.ts';

let shop: Shop;
let room: WaitingRoom;

beforeAll(async () => {
  shop = await startShop();
  room = await openWaitingRoom(shop);
});
afterAll(() => shop.close());

it('a class whose waiting list cannot be served does not hold up the others', async () => {
  const { pool } = shop.shop;
  const full = [await room.fullClass(), await room.fullClass(), await room.fullClass()];
  const waiting = await room.students(3);
  for (const [index, { offer }] of full.entries()) await room.join(waiting[index]!, offer);
  const broken = full[1]!.offer;
  await pool.query(`create function fail() returns trigger language plpgsql as $$
    begin raise exception 'broken'; end $$`);
  await pool.query(`create trigger fail before update on waiting_list for each row
    when (new.class_id = '${broken._id}') execute function fail()`);
  for (const { transactionId } of full) await room.refund(transactionId);
  await expect(offerFreeSeats(shop.db)).rejects.toThrow('Some waiting lists could not be served');
  const reserved = async (index: number) =>
    (await room.status(waiting[index]!, full[index]!.offer)).keptUntil !== null;
  expect([await reserved(0), await reserved(1), await reserved(2)]).toEqual([true, false, true]);
  await pool.query('drop trigger fail on waiting_list');
  await offerFreeSeats(shop.db);
  expect(await reserved(1)).toBe(true);
});
