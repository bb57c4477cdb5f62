import { afterAll, beforeAll, expect, it } from 'vitest';
import { findErrors } from '#tests/support/books.ts';
import { classInput } from '#tests/support/classes.ts';
import type { Offer } from '#tests/support/limited-classes.ts';
import { confirmCard, openIntent } from '#tests/support/payments.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { createTeacher, type TestUser } from '#tests/support/users.ts';
import { openWaitingRoom, type WaitingRoom } from '#tests/support/waiting-room.ts';
import { offerFreeSeats } from './offer-seats.ts';

let shop: Shop;
let app: TestApp;
let room: WaitingRoom;

beforeAll(async () => {
  shop = await startShop();
  app = shop.shop;
  room = await openWaitingRoom(shop);
});
afterAll(() => shop.close());

const change = async (to: 'pause' | 'resume', { _id }: Offer, { token }: TestUser = room.teacher) =>
  app.call('PATCH', `/classes/${to}/${_id}`, { token });
const pause = async (offer: Offer) =>
  expect((await change('pause', offer)).body).toEqual({ modifiedCount: 1 });
const resume = async (offer: Offer) =>
  expect((await change('resume', offer)).body).toEqual({ modifiedCount: 1 });
const read = async ({ _id }: Offer, token?: string) =>
  (await app.call('GET', `/classes/${_id}`, { token })).body;

it('a paused class is offered to nobody, and says why', async () => {
  const offer = await room.publish({});
  const [student, other] = await room.students(2);
  expect(await room.tryToBuy(student!, offer)).toBe('enrolled');
  await pause(offer);
  expect((await change('pause', offer)).body).toEqual({ modifiedCount: 0 });
  expect(await read(offer)).toMatchObject({ paused: true, seatsLeft: 0, seatsReserved: true, enroll: 1 });
  expect(await read(offer)).not.toHaveProperty('waiting');
  expect(await read(offer, room.teacher.token)).toMatchObject({ paused: true, waiting: 0 });
  const refused = await openIntent(app, other!, offer);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'class_full']);
  expect(refused.body.error.message).toBe('The teacher has paused enrollment in this class');
  const { body: suggested } = await app.call('GET', '/classes/suggestions', { token: other!.token });
  expect(JSON.stringify(suggested)).not.toContain(offer._id);

  await resume(offer);
  expect((await change('resume', offer)).body).toEqual({ modifiedCount: 0 });
  expect(await read(offer)).not.toHaveProperty('paused');
  expect(await room.tryToBuy(other!, offer)).toBe('enrolled');
});

it('a paused free class enrolls nobody, and its students keep it', async () => {
  const offer = await room.publish({ price: 0, seats: 5 });
  const [student, other] = await room.students(2);
  await room.enroll(student!, offer);
  await pause(offer);
  expect((await room.enroll(other!, offer)).body.error.code).toBe('class_full');
  expect((await room.enroll(student!, offer)).status).toBe(200);
  expect(await room.read(offer)).toMatchObject({ enroll: 1, seats: 5 });
});

it.each([{ seats: undefined }, { seats: 2 }])(
  'who began to pay before the pause is enrolled: $seats seats',
  async ({ seats }) => {
    const offer = await room.publish({ seats });
    const [buyer] = await room.students(1);
    const { body } = await openIntent(app, buyer!, offer);
    await pause(offer);
    // The page of the payment was opened again meanwhile.
    expect((await openIntent(app, buyer!, offer)).body.clientSecret).toBe(body.clientSecret);
    await confirmCard(shop.provider, body.clientSecret, 'pm_card_visa');
    const recorded = await room.record(buyer!, body.clientSecret.split('_secret_')[0]);
    expect(recorded.status).toBe(200);
    expect(await read(offer)).toMatchObject({ enroll: 1 });
    expect(await findErrors(app.pool)).toEqual([]);
  },
);

it('its waiting list is served once it is resumed, and a seat that was reserved before can still be taken', async () => {
  const { offer, ada, ben } = await room.keptSeat();
  await pause(offer);
  const [late] = await room.students(1);
  expect((await room.join(late!, offer)).body).toMatchObject({ position: 2, keptUntil: null });
  expect(await room.tryToBuy(ben, offer)).toBe('class_full');
  expect(await room.tryToBuy(ada, offer)).toBe('enrolled');
  expect((await room.changeSeats(offer, 3)).status).toBe(200);
  await offerFreeSeats(shop.db);
  expect((await room.status(ben, offer)).keptUntil).toBeNull();

  await resume(offer);
  await room.untilKeptFor(ben, offer);
  await room.untilKeptFor(late!, offer);
  expect(await room.tryToBuy(late!, offer)).toBe('enrolled');
  expect(await findErrors(app.pool)).toEqual([]);
});

it('the waiting list of a paused class with any number of seats is served as well', async () => {
  const offer = await room.publish({});
  const [student] = await room.students(1);
  expect((await room.join(student!, offer)).body.error.code).toBe('conflict');
  await pause(offer);
  expect(await room.status(student!, offer)).toMatchObject({ canJoin: true });
  expect((await room.join(student!, offer)).body).toMatchObject({ position: 1 });
  await resume(offer);
  await room.untilKeptFor(student!, offer);
});

it('only the teacher of a published class pauses it', async () => {
  const offer = await room.publish({});
  expect((await change('pause', offer, await createTeacher(app))).status).toBe(403);
  expect((await change('pause', offer, room.admin)).status).toBe(403);
  const { body } = await app.call('POST', '/classes', { body: classInput(), token: room.teacher.token });
  const pending = { _id: body.insertedId as string, price: 1 };
  expect((await change('pause', pending)).body.error.code).toBe('not_published');
});
