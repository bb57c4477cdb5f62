import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findErrors, userIdOf } from '#tests/support/books.ts';
import { classInput } from '#tests/support/classes.ts';
import { type LimitedClasses, type Offer, openLimitedClasses } from '#tests/support/limited-classes.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { confirmCard, openIntent } from '#tests/support/payments.ts';
import { failRefund } from '#tests/support/refunds.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let shop: Shop;
let app: TestApp;
let classes: LimitedClasses;

beforeAll(async () => {
  shop = await startShop();
  app = shop.shop;
  classes = await openLimitedClasses(shop);
});
afterAll(() => shop.close());

const MINUTE = 60_000;

/** Makes the intents of a class older by a number of minutes. */
const setBack = ({ _id }: Offer, minutes: number) =>
  app.pool.query(
    `update payment_intents set created_at = created_at - $2 * interval '1 minute' where class_id = $1`,
    [_id, minutes],
  );

it('a limit that is set while somebody starts to pay counts them', async () => {
  const offer = await classes.publish({});
  const [one, other] = await classes.students(2);
  expect(await classes.tryToBuy(one!, offer)).toBe('enrolled');
  const { opening } = await whileLocked(app.pool, async (client) => {
    await client.query('update classes set seats = 1 where id = $1', [offer._id]);
    const opening = openIntent(app, other!, offer);
    await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
    return { opening };
  });
  expect((await opening).body.error).toMatchObject({ code: 'class_full' });
});

it('a class with more students than seats can be changed as long as its seats stay the same', async () => {
  const offer = await classes.publish({ seats: 2 });
  for (const student of await classes.students(2)) await classes.tryToBuy(student, offer);
  // As a failed refund does that restores an enrollment.
  await app.pool.query('update classes set seats = 1 where id = $1', [offer._id]);
  const { title, image, price } = classInput();
  const update = (seats: number) =>
    app.call('PUT', `/classes/${offer._id}`, {
      body: { title, image, price, description: 'Without the typo', seats },
      token: classes.teacher.token,
    });
  expect((await update(1)).status).toBe(200);
  expect((await update(2)).status).toBe(200);
  expect((await update(1)).status).toBe(400);
});

describe('a class with three seats', () => {
  it('has three students after thirty buyers raced for them, and nobody else was charged', async () => {
    const offer = await classes.publish({ seats: 3 });
    const buyers = await classes.students(30);
    const outcomes = await Promise.all(buyers.map((buyer) => classes.tryToBuy(buyer, offer)));
    expect(outcomes.filter((outcome) => outcome === 'enrolled')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'class_full')).toHaveLength(27);
    expect(await classes.read(offer)).toMatchObject({ enroll: 3, seatsLeft: 0 });
    const { rowCount } = await app.pool.query('select from payments where class_id = $1', [offer._id]);
    expect(rowCount).toBe(3);
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('has three students after thirty raced for it without a card', async () => {
    const offer = await classes.publish({ seats: 3, price: 0 });
    const responses = await Promise.all(
      (await classes.students(30)).map((student) => classes.enroll(student, offer)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status, body } of responses) if (status !== 200) expect(body.error.code).toBe('class_full');
    expect(await classes.read(offer)).toMatchObject({ enroll: 3, seatsLeft: 0 });
  });
});

describe('the last seat', () => {
  it('is held for a paying buyer, and is theirs however late the payment is recorded', async () => {
    const offer = await classes.publish({ seats: 1 });
    const [first, second] = await classes.students(2);
    const transactionId = await shop.payAt(first!, offer);
    const refused = await openIntent(app, second!, offer);
    expect(refused.body.error).toMatchObject({
      code: 'class_full',
      message: expect.stringContaining('are paying for the last seats'),
    });
    await setBack(offer, 180);
    await shop.reconcile();
    expect((await classes.record(first!, transactionId)).status).toBe(200);
    expect((await openIntent(app, second!, offer)).body.error.message).toBe('This class is full');
  });

  it('is not shown to visitors while somebody is paying for it', async () => {
    const offer = await classes.publish({ seats: 1 });
    const [buyer] = await classes.students(1);
    const shown = async () => (await app.call('GET', `/classes/${offer._id}`)).body as object;
    expect(await shown()).toMatchObject({ seatsLeft: 1 });
    await openIntent(app, buyer!, offer);
    expect(await shown()).toMatchObject({ enroll: 0, seatsLeft: 0 });
    await setBack(offer, 31);
    await shop.reconcile();
    await expect.poll(shown).toMatchObject({ seatsLeft: 1 });
  });

  it('is free again half an hour after an intent that nobody paid', async () => {
    const offer = await classes.publish({ seats: 1 });
    const [first, second] = await classes.students(2);
    expect((await openIntent(app, first!, offer)).status).toBe(200);
    await shop.reconcile(20 * MINUTE);
    expect((await openIntent(app, second!, offer)).status).toBe(409);
    await setBack(offer, 31);
    await shop.reconcile(20 * MINUTE);
    expect(await classes.tryToBuy(second!, offer)).toBe('enrolled');
  });

  it.each([
    ['near its end', 25],
    ['past its end, and not canceled yet', 32],
  ])('stays with a buyer who returns, under a new intent, when theirs is %s', async (_when, age) => {
    const offer = await classes.publish({ seats: 1 });
    const [buyer, other] = await classes.students(2);
    const old = (await openIntent(app, buyer!, offer)).body.clientSecret as string;
    await setBack(offer, age);
    // Another student finds no seat while the old intent is being canceled and replaced.
    const others: string[] = [];
    shop.proxy.intercept = async ({ path }, forward) => {
      if (!path.endsWith('/cancel')) return undefined;
      const response = await forward();
      others.push((await openIntent(app, other!, offer)).body.error.code);
      return response;
    };
    const { status, body } = await openIntent(app, buyer!, offer);
    shop.proxy.intercept = undefined;
    expect(status).toBe(200);
    expect(others).toEqual(['class_full']);
    expect((await confirmCard(shop.provider, old, 'pm_card_visa')).status).toBe(400);
    expect((await confirmCard(shop.provider, body.clientSecret, 'pm_card_visa')).status).toBe(200);
    const transactionId = (body.clientSecret as string).split('_secret_')[0]!;
    expect((await classes.record(buyer!, transactionId)).status).toBe(200);
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('stays with a buyer whose intent has enough time left, under the same intent', async () => {
    const offer = await classes.publish({ seats: 1 });
    const [buyer] = await classes.students(1);
    const { body } = await openIntent(app, buyer!, offer);
    await setBack(offer, 15);
    expect((await openIntent(app, buyer!, offer)).body).toEqual(body);
  });

  it('stays with the same buyer in a second tab', async () => {
    const offer = await classes.publish({ seats: 1 });
    const [buyer] = await classes.students(1);
    const [one, other] = await Promise.all([openIntent(app, buyer!, offer), openIntent(app, buyer!, offer)]);
    expect(one.body.clientSecret).toBe(other.body.clientSecret);
  });

  it('is not sold to a buyer whose intent no longer holds a seat: the payment is refunded', async () => {
    const offer = await classes.publish({ seats: 1 });
    const [late, quick] = await classes.students(2);
    const transactionId = await shop.payAt(late!, offer);
    await app.pool.query(`update payment_intents set state = 'canceled' where provider_id = $1`, [
      transactionId,
    ]);
    expect(await classes.tryToBuy(quick!, offer)).toBe('enrolled');
    const { status, body } = await classes.record(late!, transactionId);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'payment_refunded',
      message: expect.stringContaining('The class was full before your payment arrived'),
    });
    expect(await classes.read(offer)).toMatchObject({ enroll: 1, seatsLeft: 0 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('is not sold to a buyer whose intent ends, and frees its seat, while the payment is recorded', async () => {
    const offer = await classes.publish({ seats: 1 });
    const [late, quick] = await classes.students(2);
    const transactionId = await shop.payAt(late!, offer);
    const { recorded } = await whileLocked(app.pool, async (client) => {
      await client.query(`update payment_intents set state = 'canceled' where provider_id = $1`, [
        transactionId,
      ]);
      await client.query('insert into enrollments (user_id, class_id, price) values ($1, $2, 0)', [
        await userIdOf(app.pool, quick!),
        offer._id,
      ]);
      await client.query('update classes set enroll = 1 where id = $1', [offer._id]);
      const recording = classes.record(late!, transactionId);
      await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
      return { recorded: recording };
    });
    expect((await recorded).body.error).toMatchObject({ code: 'payment_refunded' });
    expect(await classes.read(offer)).toMatchObject({ enroll: 1, seatsLeft: 0 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('stays with a buyer, although the refund of an earlier student failed meanwhile', async () => {
    const offer = await classes.publish({ seats: 1 });
    const [first, second] = await classes.students(2);
    const earlier = await shop.payAt(first!, offer);
    await classes.record(first!, earlier);
    await classes.refund(earlier);
    const transactionId = await shop.payAt(second!, offer);
    await failRefund(shop, earlier, offer.price * 100);
    expect(await classes.read(offer)).toMatchObject({ enroll: 1 });
    expect((await classes.record(second!, transactionId)).status).toBe(200);
    expect(await classes.read(offer)).toMatchObject({ enroll: 2 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('is one seat for a student who enrolls for free while an intent of theirs is open', async () => {
    const offer = await classes.publish({ seats: 2 });
    const [one, other] = await classes.students(2);
    const { body } = await openIntent(app, one!, offer);
    await app.pool.query('update classes set price = 0 where id = $1', [offer._id]);
    expect((await classes.enroll(one!, offer)).status).toBe(200);
    expect((await classes.enroll(other!, offer)).status).toBe(200);
    await shop.reconcile();
    expect((await confirmCard(shop.provider, body.clientSecret as string, 'pm_card_visa')).status).toBe(400);
    expect(await classes.read(offer)).toMatchObject({ enroll: 2, seatsLeft: 0 });
  });

  it('is one seat for a student whose enrollment returns while they are paying again', async () => {
    const offer = await classes.publish({ seats: 2 });
    const [one, other] = await classes.students(2);
    const earlier = await shop.payAt(one!, offer);
    await classes.record(one!, earlier);
    await classes.refund(earlier);
    const { body } = await openIntent(app, one!, offer);
    await failRefund(shop, earlier, offer.price * 100);
    expect(await classes.tryToBuy(other!, offer)).toBe('enrolled');
    await shop.reconcile();
    expect((await confirmCard(shop.provider, body.clientSecret as string, 'pm_card_visa')).status).toBe(400);
    expect(await classes.read(offer)).toMatchObject({ enroll: 2, seatsLeft: 0 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('is free again after a refund, and after its student’s account was deleted', async () => {
    const offer = await classes.publish({ seats: 1 });
    const [first, second, third] = await classes.students(3);
    const transactionId = await shop.payAt(first!, offer);
    await classes.record(first!, transactionId);
    await classes.refund(transactionId);
    expect(await classes.tryToBuy(second!, offer)).toBe('enrolled');
    const shown = async () => {
      const { enroll, seatsLeft, seatsReserved } = await classes.read(offer);
      return { enroll, seatsLeft, seatsReserved };
    };
    expect(await shown()).toEqual({ enroll: 1, seatsLeft: 0 });
    await classes.remove(second!);
    expect(await shown()).toEqual({ enroll: 1, seatsLeft: 1 });
    await openIntent(app, third!, offer);
    expect(await shown()).toEqual({ enroll: 1, seatsLeft: 0, seatsReserved: true });
    expect(await classes.tryToBuy(third!, offer)).toBe('enrolled');
    expect(await shown()).toEqual({ enroll: 2, seatsLeft: 0 });
  });

  it('is not taken twice when the payment of a deleted account is refunded', async () => {
    const offer = await classes.publish({ seats: 1 });
    const [first] = await classes.students(1);
    const transactionId = await shop.payAt(first!, offer);
    await classes.record(first!, transactionId);
    await classes.remove(first!);
    await classes.refund(transactionId);
    expect(await classes.read(offer)).toMatchObject({ enroll: 0, seatsLeft: 1 });
  });
});
