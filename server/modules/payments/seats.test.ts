import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findErrors } from '#tests/support/books.ts';
import { classInput, publishClass } from '#tests/support/classes.ts';
import { confirmCard, openIntent } from '#tests/support/payments.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let shop: Shop;
let app: TestApp;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  shop = await startShop();
  app = shop.shop;
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
});
afterAll(() => shop.close());

const MINUTE = 60_000;

const publish = async (more: object) => ({
  _id: await publishClass(app, teacher, admin, more),
  price: (more as { price?: number }).price ?? 19.5,
});
type Offer = Awaited<ReturnType<typeof publish>>;
const students = (count: number) => Promise.all(Array.from({ length: count }, () => createStudent(app)));
const read = async ({ _id }: Offer) =>
  (await app.call('GET', `/classes/${_id}`, { token: admin.token })).body as {
    enroll: number;
    seats?: number;
    seatsLeft?: number;
    startsOn?: string;
  };
const record = (buyer: TestUser, transactionId: string) =>
  app.call('POST', '/payments', { body: { transactionId }, token: buyer.token });
/** Buys with whatever comes of it. @returns the status of the last call, and its error's code */
const tryToBuy = async (buyer: TestUser, offer: Offer) => {
  const opened = await openIntent(app, buyer, offer);
  if (opened.status !== 200) return opened.body.error.code as string;
  const secret = opened.body.clientSecret as string;
  await confirmCard(shop.provider, secret, 'pm_card_visa');
  const { status, body } = await record(buyer, secret.split('_secret_')[0]!);
  return status === 200 ? 'enrolled' : (body.error.code as string);
};
const enroll = (user: TestUser, { _id }: Offer) =>
  app.call('POST', `/classes/${_id}/enrollment`, { token: user.token });
/** Makes the intents of a class so many minutes older. */
const setBack = ({ _id }: Offer, minutes: number) =>
  app.pool.query(
    `update payment_intents set created_at = created_at - $2 * interval '1 minute' where class_id = $1`,
    [_id, minutes],
  );
const refund = async (transactionId: string) => {
  const { rows } = await app.pool.query<{ id: string }>('select id from payments where transaction_id = $1', [
    transactionId,
  ]);
  return app.call('POST', `/payments/${rows[0]!.id}/refund`, {
    body: { reason: 'Asked for' },
    token: admin.token,
  });
};

describe('the seats of a class', () => {
  it('are optional, like its start', async () => {
    const offer = await publish({});
    expect(await read(offer)).not.toHaveProperty('seats');
    const limited = await publish({ seats: 12, startsOn: '2030-01-31' });
    expect(await read(limited)).toMatchObject({ seats: 12, seatsLeft: 12, startsOn: '2030-01-31' });
  });

  it('stay as they are if an update does not name them, and null removes them', async () => {
    const offer = await publish({ seats: 12, startsOn: '2030-01-31' });
    const { title, image, price, description } = classInput();
    const update = (more: object) =>
      app.call('PUT', `/classes/${offer._id}`, {
        body: { title, image, price, description, ...more },
        token: teacher.token,
      });
    expect((await update({})).status).toBe(200);
    expect(await read(offer)).toMatchObject({ seats: 12, startsOn: '2030-01-31' });
    await update({ seats: null, startsOn: null });
    expect(await read(offer)).not.toHaveProperty('seats');
    expect(await read(offer)).not.toHaveProperty('startsOn');
  });

  it.each([
    { seats: 0 },
    { seats: 1.5 },
    { seats: 10_001 },
    { startsOn: 'soon' },
    { startsOn: '2030-02-30' },
  ])('are refused with the reason: %j', async (more) => {
    const { status, body } = await app.call('POST', '/classes', {
      body: classInput(more),
      token: teacher.token,
    });
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty(Object.keys(more)[0]!);
  });

  it('cannot become fewer than are taken or held', async () => {
    const offer = await publish({ seats: 5 });
    const [one, other] = await students(2);
    expect(await tryToBuy(one!, offer)).toBe('enrolled');
    await openIntent(app, other!, offer);
    const { title, image, price, description } = classInput();
    const body = { title, image, price, description, seats: 1 };
    const refused = await app.call('PUT', `/classes/${offer._id}`, { body, token: teacher.token });
    expect(refused.body.error).toMatchObject({ fields: { seats: '2 seats are taken already' } });
    const changed = { ...body, seats: 2 };
    expect(
      (await app.call('PUT', `/classes/${offer._id}`, { body: changed, token: teacher.token })).status,
    ).toBe(200);
  });
});

describe('a class with three seats', () => {
  it('has three students after thirty buyers raced for them, and nobody else was charged', async () => {
    const offer = await publish({ seats: 3 });
    const buyers = await students(30);
    const outcomes = await Promise.all(buyers.map((buyer) => tryToBuy(buyer, offer)));
    expect(outcomes.filter((outcome) => outcome === 'enrolled')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'class_full')).toHaveLength(27);
    expect(await read(offer)).toMatchObject({ enroll: 3, seatsLeft: 0 });
    const { rowCount } = await app.pool.query('select from payments where class_id = $1', [offer._id]);
    expect(rowCount).toBe(3);
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('has three students after thirty raced for it without a card', async () => {
    const offer = await publish({ seats: 3, price: 0 });
    const answers = await Promise.all((await students(30)).map((student) => enroll(student, offer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status, body } of answers) if (status !== 200) expect(body.error.code).toBe('class_full');
    expect(await read(offer)).toMatchObject({ enroll: 3, seatsLeft: 0 });
  });
});

describe('the last seat', () => {
  it('is held for who is paying, and is theirs however late the payment is recorded', async () => {
    const offer = await publish({ seats: 1 });
    const [first, second] = await students(2);
    const transactionId = await shop.payAt(first!, offer);
    const refused = await openIntent(app, second!, offer);
    expect(refused.body.error).toMatchObject({
      code: 'class_full',
      message: expect.stringContaining('being paid for'),
    });
    await setBack(offer, 180);
    await shop.reconcile();
    expect((await record(first!, transactionId)).status).toBe(200);
    expect((await openIntent(app, second!, offer)).body.error.message).toBe('This class is full');
  });

  it('is free again half an hour after an intent that nobody paid', async () => {
    const offer = await publish({ seats: 1 });
    const [first, second] = await students(2);
    expect((await openIntent(app, first!, offer)).status).toBe(200);
    await shop.reconcile(20 * MINUTE);
    expect((await openIntent(app, second!, offer)).status).toBe(409);
    await setBack(offer, 31);
    await shop.reconcile(20 * MINUTE);
    expect(await tryToBuy(second!, offer)).toBe('enrolled');
  });

  it('is the same buyer’s in a second tab', async () => {
    const offer = await publish({ seats: 1 });
    const [buyer] = await students(1);
    const [one, other] = await Promise.all([openIntent(app, buyer!, offer), openIntent(app, buyer!, offer)]);
    expect(one.body.clientSecret).toBe(other.body.clientSecret);
  });

  it('is refunded to who paid an intent that held none any more', async () => {
    const offer = await publish({ seats: 1 });
    const [late, quick] = await students(2);
    const transactionId = await shop.payAt(late!, offer);
    await app.pool.query(`update payment_intents set state = 'canceled' where provider_id = $1`, [
      transactionId,
    ]);
    expect(await tryToBuy(quick!, offer)).toBe('enrolled');
    const { status, body } = await record(late!, transactionId);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'payment_refunded',
      message: expect.stringContaining('The class was full before your payment arrived'),
    });
    expect(await read(offer)).toMatchObject({ enroll: 1, seatsLeft: 0 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('is free again after a refund, and after its student’s account was deleted', async () => {
    const offer = await publish({ seats: 1 });
    const [first, second, third] = await students(3);
    const transactionId = await shop.payAt(first!, offer);
    await record(first!, transactionId);
    expect((await refund(transactionId)).status).toBe(200);
    expect(await tryToBuy(second!, offer)).toBe('enrolled');
    expect(await read(offer)).toMatchObject({ enroll: 1, seatsLeft: 0 });
    const { rows } = await app.pool.query<{ id: string }>('select id from users where email = $1', [
      second!.email,
    ]);
    await app.call('DELETE', `/users/${rows[0]!.id}`, { token: admin.token });
    expect(await read(offer)).toMatchObject({ enroll: 1, seatsLeft: 1 });
    expect(await tryToBuy(third!, offer)).toBe('enrolled');
    expect(await read(offer)).toMatchObject({ enroll: 2, seatsLeft: 0 });
  });

  it('is not taken twice when the payment of a deleted account is refunded', async () => {
    const offer = await publish({ seats: 1 });
    const [first] = await students(1);
    const transactionId = await shop.payAt(first!, offer);
    await record(first!, transactionId);
    const { rows } = await app.pool.query<{ id: string }>('select id from users where email = $1', [
      first!.email,
    ]);
    await app.call('DELETE', `/users/${rows[0]!.id}`, { token: admin.token });
    expect((await refund(transactionId)).status).toBe(200);
    expect(await read(offer)).toMatchObject({ enroll: 0, seatsLeft: 1 });
  });
});
