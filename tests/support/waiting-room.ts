import { expect } from 'vitest';
import { classInput } from './classes.ts';
import { type Offer, openLimitedClasses } from './limited-classes.ts';
import type { Shop } from './shop.ts';
import type { TestUser } from './users.ts';

/** A shop whose classes have few seats, and the actions of users on waiting lists. */
export const openWaitingRoom = async (shop: Shop) => {
  const app = shop.shop;
  const classes = await openLimitedClasses(shop);
  const { teacher, publish, students, record, refund } = classes;
  const list = ({ _id }: Offer) => `/classes/${_id}/waiting-list`;
  const join = ({ token }: TestUser, offer: Offer) => app.call('PUT', list(offer), { token });
  const leave = ({ token }: TestUser, offer: Offer) => app.call('DELETE', list(offer), { token });
  const status = async ({ token }: TestUser, offer: Offer) =>
    (await app.call('GET', list(offer), { token })).body as {
      position: number | null;
      keptUntil: string | null;
      canJoin: boolean;
    };
  /** Creates a paid class whose only seat is taken. */
  const fullClass = async () => {
    const offer = await publish({ seats: 1 });
    const [first] = await students(1);
    const transactionId = await shop.payAt(first!, offer);
    expect((await record(first!, transactionId)).status).toBe(200);
    return { offer, first: first!, transactionId };
  };
  const changeSeats = (offer: Offer, seats: number | null) => {
    const { title, image, description } = classInput();
    return app.call('PUT', `/classes/${offer._id}`, {
      body: { title, image, description, price: offer.price, seats },
      token: teacher.token,
    });
  };
  const untilKeptFor = (user: TestUser, offer: Offer) =>
    expect.poll(async () => (await status(user, offer)).keptUntil).not.toBeNull();
  /** Creates a class with a waiting list, whose free seat is reserved for the first in line. */
  const keptSeat = async () => {
    const { offer, transactionId } = await fullClass();
    const [ada, ben] = await students(2);
    await join(ada!, offer);
    await join(ben!, offer);
    await refund(transactionId);
    await untilKeptFor(ada!, offer);
    return { offer, ada: ada!, ben: ben! };
  };
  return { ...classes, list, join, leave, status, fullClass, changeSeats, untilKeptFor, keptSeat };
};

export type WaitingRoom = Awaited<ReturnType<typeof openWaitingRoom>>;
