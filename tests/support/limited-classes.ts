import { expect } from 'vitest';
import { paymentIdOf, userIdOf } from './books.ts';
import { publishClass } from './classes.ts';
import { confirmCard, openIntent } from './payments.ts';
import type { Shop } from './shop.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from './users.ts';

export interface Offer {
  _id: string;
  price: number;
}

interface ClassAsRead {
  enroll: number;
  seats?: number;
  seatsLeft?: number;
  seatsReserved?: boolean;
  startsOn?: string;
  waiting?: number;
}

/** Actions of users in a shop whose classes have limited seats. */
export const openLimitedClasses = async (shop: Shop) => {
  const app = shop.shop;
  const admin = await signInAs(app, 'Admin');
  const teacher = await createTeacher(app);
  const publish = async (more: { seats?: number; startsOn?: string; price?: number }): Promise<Offer> => ({
    _id: await publishClass(app, teacher, admin, more),
    price: more.price ?? 19.5,
  });
  const students = (count: number) => Promise.all(Array.from({ length: count }, () => createStudent(app)));
  const read = async ({ _id }: Offer, { token }: TestUser = teacher) =>
    (await app.call('GET', `/classes/${_id}`, { token })).body as ClassAsRead;
  const enroll = ({ token }: TestUser, { _id }: Offer) =>
    app.call('POST', `/classes/${_id}/enrollment`, { token });
  const record = ({ token }: TestUser, transactionId: string) =>
    app.call('POST', '/payments', { body: { transactionId }, token });

  /** Tries to buy a class. @returns `enrolled` or the error's code */
  const tryToBuy = async (buyer: TestUser, offer: Offer): Promise<string> => {
    const opened = await openIntent(app, buyer, offer);
    if (opened.status !== 200) return opened.body.error.code as string;
    const secret = opened.body.clientSecret as string;
    await confirmCard(shop.provider, secret, 'pm_card_visa');
    const { status, body } = await record(buyer, secret.split('_secret_')[0]!);
    return status === 200 ? 'enrolled' : (body.error.code as string);
  };
  const refund = async (transactionId: string): Promise<void> => {
    const body = { reason: 'Asked for' };
    const { status } = await app.call(
      'POST',
      `/payments/${await paymentIdOf(app.pool, transactionId)}/refund`,
      {
        body,
        token: admin.token,
      },
    );
    expect(status).toBe(200);
  };
  const remove = async (user: TestUser): Promise<void> => {
    const path = `/users/${await userIdOf(app.pool, user)}`;
    expect((await app.call('DELETE', path, { token: admin.token })).status).toBe(200);
  };
  return { admin, teacher, publish, students, read, enroll, record, tryToBuy, refund, remove };
};

export type LimitedClasses = Awaited<ReturnType<typeof openLimitedClasses>>;
