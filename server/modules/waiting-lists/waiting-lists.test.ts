import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceTopic } from '#tests/support/announce-topic.ts';
import { findErrors } from '#tests/support/books.ts';
import { approveClass, classInput } from '#tests/support/classes.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import type { Offer } from '#tests/support/limited-classes.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { openIntent } from '#tests/support/payments.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import type { TestUser } from '#tests/support/users.ts';
import { openWaitingRoom, type WaitingRoom } from '#tests/support/waiting-room.ts';
import { CHANNEL } from '../../database/announce.ts';
import { TOPICS } from '../../database/topics.ts';
import { offerFreeSeats } from './offer-seats.ts';

let mail: MailServer;
let shop: Shop;
let app: TestApp;
let room: WaitingRoom;

beforeAll(async () => {
  mail = await startMailServer();
  shop = await startShop({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
  app = shop.shop;
  room = await openWaitingRoom(shop);
});
afterAll(async () => {
  await shop.close();
  await mail.close();
});

/** Lets the offers of a class expire, and has the server notice. */
const endOffers = ({ _id }: Offer) =>
  app.pool.query(
    `with ended as (update waiting_list set kept_until = now() - interval '1 second'
       where class_id = $1 and kept_until is not null) select pg_notify($2, $3)`,
    [_id, CHANNEL, TOPICS.seats],
  );
/** Lets the open intents of a class become so old that they are canceled. */
const abandonIntents = async ({ _id }: Offer) => {
  await app.pool.query(
    `update payment_intents set created_at = created_at - interval '31 minutes' where class_id = $1`,
    [_id],
  );
  await shop.reconcile(20 * 60_000);
};
const withdraw = async ({ _id }: Offer) => {
  const body = { status: 'rejected', reason: 'To be corrected' };
  const { status } = await app.call('PATCH', `/classes/withdraw/${_id}`, { body, token: room.admin.token });
  expect(status).toBe(200);
};
const notificationsOf = async ({ token }: TestUser, of = 'seat free') => {
  const { body } = await app.call('GET', '/notifications', { token });
  return (body as { kind: string; title: string; text: string; path: string }[]).filter(
    ({ kind }) => kind === of,
  );
};
/** Also those that the bell does not show any more. */
const allNotificationsOf = async ({ email }: TestUser, of = 'seat free') =>
  (
    await app.pool.query(
      'select from notifications n join users u on u.id = n.user_id where u.email = $1 and kind = $2',
      [email, of],
    )
  ).rows;

describe('the waiting list of a full class', () => {
  it('counts a student who is paying for the seat that is reserved for them once', async () => {
    const { offer } = await room.fullClass();
    const [ada] = await room.students(1);
    await room.join(ada!, offer);
    await room.changeSeats(offer, 3);
    await room.untilKeptFor(ada!, offer);
    expect(await room.read(offer)).toMatchObject({ waiting: 1, seatsLeft: 1 });
    expect((await openIntent(app, ada!, offer)).status).toBe(200);
    expect(await room.read(offer)).toMatchObject({ waiting: 1, seatsLeft: 1 });
  });

  it('is joined and left; each student knows their position, and the teacher how many wait', async () => {
    const { offer } = await room.fullClass();
    const [ada, ben, eve] = await room.students(3);
    expect(await room.status(ada!, offer)).toEqual({ position: null, keptUntil: null, canJoin: true });
    expect((await room.join(ada!, offer)).body).toEqual({ position: 1, keptUntil: null, canJoin: false });
    expect((await room.join(ben!, offer)).body.position).toBe(2);
    expect((await room.join(eve!, offer)).body.position).toBe(3);
    expect((await room.join(ada!, offer)).body.position, 'a repeat keeps the place').toBe(1);
    expect(await room.read(offer)).toMatchObject({ waiting: 3, seatsLeft: 0 });
    expect(await room.read(offer, ada)).not.toHaveProperty('waiting');
    const { body: own } = await app.call('GET', '/waiting-lists', { token: ben!.token });
    expect(own).toMatchObject([{ classId: offer._id, title: classInput().title, position: 2 }]);
    expect((await room.leave(ada!, offer)).body).toEqual({ deletedCount: 1 });
    expect((await room.leave(ada!, offer)).body).toEqual({ deletedCount: 0 });
    expect((await room.status(ben!, offer)).position).toBe(1);
    expect((await app.call('GET', '/waiting-lists', { token: ada!.token })).body).toEqual([]);
  });

  it('is refused to enrolled students, the teacher, and while a seat is available', async () => {
    const { offer, first } = await room.fullClass();
    expect((await room.join(first, offer)).body.error.code).toBe('already_enrolled');
    expect((await room.join(room.teacher, offer)).body.error.code).toBe('own_class');
    const open = await room.publish({ seats: 2 });
    expect((await room.join(first, open)).body.error.code).toBe('conflict');
    expect(await room.status(first, open)).toMatchObject({ canJoin: false });
    const unlimited = await room.publish({});
    expect((await room.join(first, unlimited)).body.error.code).toBe('conflict');
    const unknown = { _id: '00000000-0000-4000-8000-000000000000', price: 1 };
    expect((await room.join(first, unknown)).status).toBe(404);
    expect((await app.call('PUT', room.list(offer))).status).toBe(401);
    expect((await app.call('PUT', '/classes/mistyped/waiting-list', { token: first.token })).status).toBe(
      400,
    );
  });

  it('accepts a student while the last seats are being paid for', async () => {
    const offer = await room.publish({ seats: 1 });
    const [payer, ada] = await room.students(2);
    await openIntent(app, payer!, offer);
    expect((await room.join(ada!, offer)).body.position).toBe(1);
    // The student who held the seat gets it anyway.
    expect(await room.tryToBuy(payer!, offer)).toBe('enrolled');
    expect((await room.status(ada!, offer)).position).toBe(1);
  });

  it('ends with the class, and notifies the students on it', async () => {
    const { offer } = await room.fullClass();
    const [ada] = await room.students(1);
    await room.join(ada!, offer);
    expect((await app.call('DELETE', `/classes/${offer._id}`, { token: room.teacher.token })).status).toBe(
      200,
    );
    expect((await app.call('GET', '/waiting-lists', { token: ada!.token })).body).toEqual([]);
    expect((await room.join(ada!, offer)).status).toBe(404);
    expect(await notificationsOf(ada!, 'waiting list closed')).toMatchObject([
      { title: expect.stringContaining('is no longer offered'), path: '/allClasses' },
    ]);
  });
});

describe('a seat that becomes free', () => {
  it('by a refund is reserved for the first in line, who is notified in the product and by email, and can pay', async () => {
    const { offer, ada, ben } = await room.keptSeat();
    const [eve] = await room.students(1);
    const { keptUntil } = await room.status(ada, offer);
    expect(Math.abs(Date.parse(keptUntil!) - Date.now() - 48 * 3_600_000)).toBeLessThan(60_000);
    expect(await notificationsOf(ada)).toMatchObject([
      { title: expect.stringContaining('is free'), path: `/classDetail/${offer._id}` },
    ]);
    await emailsDelivered(app);
    const [email, ...others] = mail.to(ada.email);
    expect(others).toEqual([]);
    expect(email!.text).toContain('It is reserved for you until');
    expect(email!.text).toContain(`${app.url}/classDetail/${offer._id}`);
    expect(email!.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(true);
    expect(mail.to(ben.email)).toEqual([]);

    const refused = await openIntent(app, eve!, offer);
    expect(refused.body.error).toMatchObject({
      code: 'class_full',
      message: 'The free seats of this class are reserved for its waiting list',
    });
    expect((await openIntent(app, ben, offer)).body.error.code).toBe('class_full');
    expect(await room.read(offer, eve)).toMatchObject({ enroll: 0, seatsLeft: 0 });
    expect((await room.status(ben, offer)).position).toBe(1);
    expect(await room.tryToBuy(ada, offer)).toBe('enrolled');
    expect(await room.status(ada, offer)).toMatchObject({ keptUntil: null, position: null });
    expect(await room.read(offer)).toMatchObject({ enroll: 1, waiting: 1, seatsLeft: 0 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('is offered to the next in line after 48 hours, and the first moves to the end', async () => {
    const { offer, ada, ben } = await room.keptSeat();
    await endOffers(offer);
    await room.untilKeptFor(ben, offer);
    expect(await room.status(ada, offer)).toEqual({ position: null, keptUntil: null, canJoin: true });
    expect(await notificationsOf(ada, 'seat expired')).toMatchObject([
      { title: expect.stringContaining('no longer reserved'), path: `/classDetail/${offer._id}` },
    ]);
    expect(await notificationsOf(ben, 'seat expired')).toEqual([]);
    expect((await room.join(ada, offer)).body.position).toBe(1);
    expect(await room.tryToBuy(ada, offer)).toBe('class_full');
    expect(await room.tryToBuy(ben, offer)).toBe('enrolled');
  });

  it('is theirs while they are paying for it, even when the time has passed', async () => {
    const { offer, ada, ben } = await room.keptSeat();
    expect((await openIntent(app, ada, offer)).status).toBe(200);
    await endOffers(offer);
    await offerFreeSeats(shop.db);
    expect(await notificationsOf(ada, 'seat expired')).toEqual([]);
    expect((await room.status(ben, offer)).position).toBe(1);
    expect(await room.tryToBuy(ada, offer)).toBe('enrolled');
    expect(await notificationsOf(ada, 'seat expired')).toEqual([]);
    expect(await room.read(offer)).toMatchObject({ enroll: 1, waiting: 1, seatsLeft: 0 });
  });

  it('is offered to the next in line once a payment is abandoned after the time has passed', async () => {
    const { offer, ada, ben } = await room.keptSeat();
    await openIntent(app, ada, offer);
    await endOffers(offer);
    await offerFreeSeats(shop.db);
    await abandonIntents(offer);
    await room.untilKeptFor(ben, offer);
    expect(await notificationsOf(ada, 'seat expired')).toHaveLength(1);
  });

  it('is offered to the next in line when the first gives it up', async () => {
    const { offer, ada, ben } = await room.keptSeat();
    await room.leave(ada, offer);
    await room.untilKeptFor(ben, offer);
  });

  it('by the deletion of a student, of one in line, or by more seats is offered, too', async () => {
    const { offer, first } = await room.fullClass();
    const [ada, ben, eve] = await room.students(3);
    for (const user of [ada!, ben!, eve!]) await room.join(user, offer);
    await room.remove(first);
    await room.untilKeptFor(ada!, offer);
    await room.remove(ada!);
    await room.untilKeptFor(ben!, offer);
    expect((await room.status(eve!, offer)).position).toBe(1);
    expect((await room.changeSeats(offer, 2)).status).toBe(200);
    await room.untilKeptFor(eve!, offer);
    const fewer = await room.changeSeats(offer, 1);
    expect(fewer.body.error).toMatchObject({ fields: { seats: '2 seats are already taken or reserved' } });
  });

  it('by an intent that nobody paid is offered, and so is any number of seats', async () => {
    const offer = await room.publish({ seats: 1 });
    const [payer, ada, ben] = await room.students(3);
    await openIntent(app, payer!, offer);
    await room.join(ada!, offer);
    await room.join(ben!, offer);
    await abandonIntents(offer);
    await room.untilKeptFor(ada!, offer);
    expect((await room.status(ben!, offer)).position).toBe(1);
    expect((await room.changeSeats(offer, null)).status).toBe(200);
    await room.untilKeptFor(ben!, offer);
  });

  it('is not offered while the class is withdrawn', async () => {
    const { offer, transactionId } = await room.fullClass();
    const [ada] = await room.students(1);
    await room.join(ada!, offer);
    await withdraw(offer);
    await room.refund(transactionId);
    expect((await app.call('GET', room.list(offer), { token: ada!.token })).status).toBe(404);
    expect((await room.changeSeats(offer, 2)).status).toBe(200);
    expect(await notificationsOf(ada!)).toEqual([]);
    await approveClass(app, room.admin, offer._id);
    await room.untilKeptFor(ada!, offer);
  });

  it('is offered again, to the same students, after the class was withdrawn for longer than it was reserved', async () => {
    const { offer, ada, ben } = await room.keptSeat();
    await withdraw(offer);
    const places = async (user: TestUser) =>
      (await app.call('GET', '/waiting-lists', { token: user.token })).body;
    expect(await places(ada)).toMatchObject([{ position: 1, keptUntil: null }]);
    expect(await places(ben)).toMatchObject([{ position: 2, keptUntil: null }]);
    await endOffers(offer);
    await offerFreeSeats(shop.db);
    expect((await room.changeSeats(offer, 1)).status).toBe(200);
    await approveClass(app, room.admin, offer._id);
    await room.untilKeptFor(ada, offer);
    expect((await room.status(ben, offer)).position).toBe(1);
    expect(await allNotificationsOf(ada)).toHaveLength(2);
    expect(await notificationsOf(ada)).toHaveLength(1);
    expect(await notificationsOf(ada, 'seat expired')).toEqual([]);
    expect(await room.tryToBuy(ada, offer)).toBe('enrolled');
  });

  it('keeps those on the list whose offer ended just before the class was withdrawn, until it is published', async () => {
    const { offer, ada } = await room.keptSeat();
    await app.pool.query(
      `with ended as (update waiting_list set kept_until = now() where class_id = $1 and kept_until is not null)
       update classes set status = 'rejected', withdrawn_at = now() where id = $1`,
      [offer._id],
    );
    await offerFreeSeats(shop.db);
    expect(await notificationsOf(ada, 'seat expired')).toEqual([]);
  });

  it('is no longer shown in the bell once its class cannot be bought, or it was taken, given up or offered to another', async () => {
    const ends: [string, (kept: Awaited<ReturnType<typeof room.keptSeat>>) => Promise<unknown>][] = [
      ['deleted', ({ offer }) => app.call('DELETE', `/classes/${offer._id}`, { token: room.teacher.token })],
      ['withdrawn', ({ offer }) => withdraw(offer)],
      ['taken', ({ offer, ada }) => room.tryToBuy(ada, offer)],
      ['given up', ({ offer, ada }) => app.call('DELETE', room.list(offer), { token: ada.token })],
      [
        'offered to another',
        async ({ offer, ben }) => {
          await endOffers(offer);
          await room.untilKeptFor(ben, offer);
        },
      ],
    ];
    for (const [how, end] of ends) {
      const kept = await room.keptSeat();
      expect(await notificationsOf(kept.ada), how).toHaveLength(1);
      await end(kept);
      expect(await notificationsOf(kept.ada), how).toEqual([]);
      const { body } = await app.call('GET', '/notifications', { token: kept.ada.token });
      const { body: unread } = await app.call('GET', '/notifications/unread', { token: kept.ada.token });
      expect(unread.count, how).toBe((body as unknown[]).length);
    }
  });

  it('is announced once, and not by email to users who turned that off', async () => {
    const { offer, transactionId } = await room.fullClass();
    const [ada] = await room.students(1);
    const muted = { muted: ['waiting lists'] };
    await app.call('PUT', '/account/email-preferences', { body: muted, token: ada!.token });
    await room.join(ada!, offer);
    await room.refund(transactionId);
    await room.untilKeptFor(ada!, offer);
    for (let times = 0; times < 3; times += 1) await announceTopic(app.pool, TOPICS.seats);
    await emailsDelivered(app);
    expect(await notificationsOf(ada!)).toHaveLength(1);
    expect(mail.to(ada!.email)).toEqual([]);
  });
});
