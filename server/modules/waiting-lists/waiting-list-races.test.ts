import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findErrors } from '#tests/support/books.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { openWaitingRoom, type WaitingRoom } from '#tests/support/waiting-room.ts';

let shop: Shop;
let app: TestApp;
let room: WaitingRoom;

beforeAll(async () => {
  shop = await startShop();
  app = shop.shop;
  room = await openWaitingRoom(shop);
});
afterAll(() => shop.close());

describe('a race for one freed seat', () => {
  it('between ten buyers with a card and the student it is reserved for has one winner, and nobody else is charged', async () => {
    const { offer, transactionId } = await room.fullClass();
    const [ada, ben, ...others] = await room.students(12);
    await room.join(ada!, offer);
    await room.join(ben!, offer);
    const buyers = [...others, ben!];
    const racing = buyers.map((buyer) => room.tryToBuy(buyer, offer));
    await room.refund(transactionId);
    const outcomes = await Promise.all([...racing, ...buyers.map((buyer) => room.tryToBuy(buyer, offer))]);
    expect(new Set(outcomes)).toEqual(new Set(['class_full']));
    await room.untilKeptFor(ada!, offer);
    const [won, ...lost] = await Promise.all([
      room.tryToBuy(ada!, offer),
      ...buyers.map((buyer) => room.tryToBuy(buyer, offer)),
    ]);
    expect(won).toBe('enrolled');
    expect(new Set(lost)).toEqual(new Set(['class_full']));
    const { rows } = await app.pool.query<{ email: string }>(
      'select email from payments where class_id = $1 and refunded_amount = 0',
      [offer._id],
    );
    expect(rows).toEqual([{ email: ada!.email }]);
    expect(await room.read(offer)).toMatchObject({ enroll: 1, waiting: 1, seatsLeft: 0 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('of thirty who join, leave and enroll gives each seat once, in the order of the list', async () => {
    const offer = await room.publish({ seats: 3, price: 0 });
    const [one, two, three, ...others] = await room.students(33);
    for (const user of [one!, two!, three!]) expect((await room.enroll(user, offer)).status).toBe(200);
    const joined = await Promise.all(others.map((user) => room.join(user, offer)));
    expect(joined.map(({ body }) => body.position).sort((a, b) => a - b)).toEqual(
      others.map((_user, index) => index + 1),
    );
    expect((await room.changeSeats(offer, 8)).status).toBe(200);
    const responses = await Promise.all(
      others.flatMap((user, index) => [
        room.enroll(user, offer),
        ...(index % 7 === 0 ? [room.leave(user, offer)] : []),
        room.status(user, offer),
      ]),
    );
    expect(
      responses.every((response) => !('status' in response) || [200, 409].includes(response.status)),
    ).toBe(true);
    await expect
      .poll(async () => {
        await Promise.all(others.map((user) => room.enroll(user, offer)));
        return (await room.read(offer)).enroll;
      })
      .toBe(8);
    const { rows } = await app.pool.query<{ waiting: number; entries: number; enrolled: number }>(
      `select c.waiting, (select count(*)::int from waiting_list where class_id = c.id) as entries,
              (select count(*)::int from enrollments where class_id = c.id) as enrolled from classes c where id = $1`,
      [offer._id],
    );
    expect(rows[0]).toMatchObject({ enrolled: 8, waiting: rows[0]!.entries });
    // Five seats, and at most five of those who came first have left.
    const statuses = await Promise.all(others.map((user) => room.join(user, offer)));
    const enrolled = joined.filter((_place, index) => statuses[index]!.status === 409);
    expect(enrolled).toHaveLength(5);
    for (const { body } of enrolled) expect(body.position).toBeLessThanOrEqual(10);
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('with the deletion of the next student in line ends without an error', async () => {
    const { offer, transactionId } = await room.fullClass();
    const line = await room.students(4);
    for (const user of line) await room.join(user, offer);
    const removed = [room.remove(line[0]!), room.remove(line[2]!)];
    await room.refund(transactionId);
    await Promise.all(removed);
    await room.untilKeptFor(line[1]!, offer);
    expect((await room.status(line[3]!, offer)).position).toBe(1);
    expect(await room.read(offer)).toMatchObject({ waiting: 2, seatsLeft: 0 });
  });
});
