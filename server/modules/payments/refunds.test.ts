import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { booksOf, booksOfUser, findErrors, until, userIdOf } from '#tests/support/books.ts';
import { buyClass, publishClass, registerTeacher } from '#tests/support/classes.ts';
import { confirmCard, holdWebhooks, openIntent, payFor, releaseWebhooks } from '#tests/support/payments.ts';
import { register, signInAs, type TestPerson } from '#tests/support/people.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let stripe: Stripe;
let admin: TestPerson;
let teacher: TestPerson;
let ada: TestPerson;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET));
  admin = await signInAs(app, 'Admin');
  teacher = await registerTeacher(app, admin);
});
afterAll(() => app.close());
beforeEach(async () => {
  await holdWebhooks(app);
  ada = await register(app);
  classId = await publishClass(app, teacher, admin);
});

const offer = () => ({ _id: classId, price: 19.5 });
const record = (transactionId: string) =>
  app.call('POST', '/payments', { body: { transactionId }, token: ada.token });
const paymentOf = async (transactionId: string) =>
  (await app.call('GET', `/payments?q=${transactionId}`, { token: admin.token })).body[0];
const refund = (id: string, reason: unknown = 'Asked for', by: TestPerson = admin) =>
  app.call('POST', `/payments/${id}/refund`, { body: { reason }, token: by.token });
const countOf = async (id: string) => (await app.call('GET', `/classes/${id}`)).body.enroll;
const expectGivenBack = async (transactionId: string, reason: RegExp, payerId?: string) => {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(transactionId, {
    expand: ['latest_charge'],
  });
  expect((charge as Stripe.Charge).refunded).toBe(true);
  const { data } = await stripe.refunds.list({ payment_intent: transactionId });
  expect(data).toHaveLength(1);
  expect(await paymentOf(transactionId)).toMatchObject({
    state: 'refunded',
    refundReason: expect.stringMatching(reason),
  });
  const books = await booksOfUser(app.pool, payerId ?? (await userIdOf(app.pool, ada)));
  expect(books).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
  expect(await findErrors(app.pool)).toEqual([]);
};

describe('what can no longer be delivered is given back, once', () => {
  it('when the class was deleted after the intent was made', async () => {
    const transactionId = await payFor(app, ada, offer());
    await app.call('DELETE', `/classes/${classId}`, { token: teacher.token });
    const { status, body } = await record(transactionId);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'payment_refunded',
      message: expect.stringContaining('off sale'),
    });
    expect((await record(transactionId)).body.error.code).toBe('payment_refunded');
    await expectGivenBack(transactionId, /off sale/);
  });

  it('when the class was rejected after the intent was made', async () => {
    const transactionId = await payFor(app, ada, offer());
    await app.pool.query(`update classes set status = 'rejected' where id = $1`, [classId]);
    await record(transactionId);
    await expectGivenBack(transactionId, /off sale/);
  });

  it('when the payer’s account was deleted meanwhile', async () => {
    const transactionId = await payFor(app, ada, offer());
    const payerId = await userIdOf(app.pool, ada);
    await app.call('DELETE', `/users/${payerId}`, { token: admin.token });
    await releaseWebhooks(app);
    await until('the refund', async () => (await paymentOf(transactionId))?.state === 'refunded');
    await expectGivenBack(transactionId, /account was deleted/, payerId);
  });

  it.each([
    ['amount', '{amount_received}', '"100"'],
    ['currency', '{currency}', '"eur"'],
    ['class', '{metadata,classId}', `"${randomUUID()}"`],
    ['person', '{metadata,userId}', `"${randomUUID()}"`],
  ])('when the %s is not what the intent was made for', async (_what, path, value) => {
    const transactionId = await payFor(app, ada, offer());
    const { latest_charge: chargeId } = await stripe.paymentIntents.retrieve(transactionId);
    const set = `update card_sandbox.objects set body = jsonb_set(body, $2, $3) where id = $1`;
    await app.pool.query(set, [transactionId, path, value.replace('"100"', '100')]);
    if (path === '{amount_received}') await app.pool.query(set, [chargeId, '{amount}', '100']);
    await record(transactionId);
    await expectGivenBack(transactionId, /not what was asked/);
  });

  it('when the person is enrolled already, by a second intent that was paid too', async () => {
    const first = await payFor(app, ada, offer());
    await app.pool.query(`update payment_intents set state = 'canceled' where provider_id = $1`, [first]);
    const second = await payFor(app, ada, offer());
    await app.pool.query(
      `update payment_intents set state = 'open' where provider_id = $1 and not exists (
         select from payment_intents where provider_id = $2 and state = 'open')`,
      [first, second],
    );
    expect((await record(first)).status).toBe(200);
    const { body } = await record(second);
    expect(body.error).toMatchObject({
      code: 'payment_refunded',
      message: expect.stringContaining('enrolled'),
    });
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 2, refunded: 1, enrollments: 1 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('also by twenty reports at once: one refund', async () => {
    const transactionId = await payFor(app, ada, offer());
    await app.call('DELETE', `/classes/${classId}`, { token: teacher.token });
    await releaseWebhooks(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => record(transactionId)));
    for (const { body } of answers) expect(body.error.code).toBe('payment_refunded');
    await expectGivenBack(transactionId, /off sale/);
  });

  it('and the payer sees it with its reason', async () => {
    const transactionId = await payFor(app, ada, offer());
    await app.call('DELETE', `/classes/${classId}`, { token: teacher.token });
    await record(transactionId);
    const { body } = await app.call('GET', '/payments/own', { token: ada.token });
    expect(body).toMatchObject([
      { transactionId, state: 'refunded', refunded: 19.5, refundReason: expect.stringContaining('off sale') },
    ]);
  });
});

describe('POST /payments/{id}/refund', () => {
  it('gives the money back, ends the enrollment, lowers the count, and is written down', async () => {
    const transactionId = await buyClass(app, ada, classId);
    expect(await countOf(classId)).toBe(1);
    const { _id } = await paymentOf(transactionId);
    expect((await refund(_id, 'Bought by mistake')).body).toEqual({ modifiedCount: 1 });
    expect(await countOf(classId)).toBe(0);
    await expectGivenBack(transactionId, /Bought by mistake/);
    const { body: trail } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(trail[0]).toMatchObject({
      action: 'payment refunded',
      subject: transactionId,
      reason: 'Bought by mistake',
    });
    const again = await refund(_id);
    expect(again.status).toBe(409);
    expect(again.body.error.code).toBe('already_refunded');
  });

  it('lets the person buy the class again', async () => {
    const { _id } = await paymentOf(await buyClass(app, ada, classId));
    await refund(_id);
    await buyClass(app, ada, classId);
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 2, refunded: 1, enrollments: 1 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('needs a reason; unknown and malformed ids are 404 and 400', async () => {
    const transactionId = await buyClass(app, ada, classId);
    const { _id } = await paymentOf(transactionId);
    for (const reason of ['', ' ', null, 'r'.repeat(501)]) {
      expect((await refund(_id, reason)).body.error.fields).toHaveProperty('reason');
    }
    expect((await refund(randomUUID())).status).toBe(404);
    expect((await refund('mistyped')).status).toBe(400);
    expect((await paymentOf(transactionId)).state).toBe('paid');
  });

  it('that fails at the provider gives the class back and tells the admins', async () => {
    const { body: intent } = await openIntent(app, ada, offer());
    await confirmCard(app, intent.clientSecret, 'pm_card_refundFail');
    const transactionId = (intent.clientSecret as string).split('_secret_')[0]!;
    await record(transactionId);
    const { _id } = await paymentOf(transactionId);
    await refund(_id);
    await releaseWebhooks(app);
    await until('the failure', async () => (await paymentOf(transactionId)).state === 'refund failed');
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    expect(await findErrors(app.pool)).toEqual([]);
  });
});

describe('what the provider’s side does', () => {
  it('a refund made there ends the enrollment, however often it is told', async () => {
    const transactionId = await buyClass(app, ada, classId);
    await stripe.refunds.create({ payment_intent: transactionId });
    await app.pool.query('update card_sandbox.deliveries set due_at = now()');
    await until('the refund', async () => (await paymentOf(transactionId)).state === 'refunded');
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('a part that is given back there is written down and leaves the enrollment', async () => {
    const transactionId = await buyClass(app, ada, classId);
    await stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    await app.pool.query('update card_sandbox.deliveries set due_at = now()');
    await until('the refund', async () => (await paymentOf(transactionId)).refunded === 5);
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'paid', price: 19.5 });
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });

  it('a part that was given back there does not keep an admin from giving back the rest', async () => {
    const transactionId = await buyClass(app, ada, classId);
    await stripe.refunds.create({ payment_intent: transactionId, amount: 500 });
    await app.pool.query('update card_sandbox.deliveries set due_at = now()');
    await until('the part', async () => (await paymentOf(transactionId)).refunded === 5);
    expect((await refund((await paymentOf(transactionId))._id)).status).toBe(200);
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'refunded', refunded: 19.5 });
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 1, enrollments: 0 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('a refund that is told before the payment enrols nobody', async () => {
    const transactionId = await payFor(app, ada, offer());
    await stripe.refunds.create({ payment_intent: transactionId });
    await releaseWebhooks(app);
    await until('the refund', async () => (await paymentOf(transactionId))?.state === 'refunded');
    await expectGivenBack(transactionId, /refunded by the card provider/);
  });

  it('a dispute is recorded and shown to admins', async () => {
    const { body: intent } = await openIntent(app, ada, offer());
    await releaseWebhooks(app);
    await confirmCard(app, intent.clientSecret, 'pm_card_createDispute');
    const transactionId = (intent.clientSecret as string).split('_secret_')[0]!;
    await until('the dispute', async () => (await paymentOf(transactionId))?.state === 'disputed');
    const { body } = await app.call('GET', '/payments?state=disputed', { token: admin.token });
    expect(body).toMatchObject([{ transactionId, dispute: 'needs_response' }]);
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });
});

describe('POST /classes/{id}/enrollment', () => {
  const enrol = (id: string, by: TestPerson = ada) =>
    app.call('POST', `/classes/${id}/enrollment`, { token: by.token });

  it('enrols at once in a class that costs nothing, and a repeat answers the same id', async () => {
    const free = await publishClass(app, teacher, admin, { price: 0 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => enrol(free)));
    expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1);
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 0, refunded: 0, enrollments: 1 });
    expect(await countOf(free)).toBe(1);
    const { body } = await app.call('GET', `/enrollments?email=${ada.email}`, { token: ada.token });
    expect(body).toMatchObject([{ price: 0, transactionId: null, myClass: { _id: free } }]);
  });

  it('is not for classes that cost something, one’s own, and what is not on sale', async () => {
    const free = await publishClass(app, teacher, admin, { price: 0 });
    expect((await enrol(classId)).body.error.code).toBe('not_free');
    expect((await enrol(free, teacher)).body.error.code).toBe('own_class');
    expect((await enrol(randomUUID())).status).toBe(404);
    expect((await enrol('mistyped')).status).toBe(400);
    await app.call('DELETE', `/classes/${free}`, { token: teacher.token });
    expect((await enrol(free)).status).toBe(404);
  });
});

describe('receipts, totals and earnings', () => {
  it('a payment has a receipt number of its own, for the payer and admins', async () => {
    const [first, second] = [
      await buyClass(app, ada, classId),
      await buyClass(app, await register(app), classId),
    ];
    const { _id, receiptNumber } = await paymentOf(first);
    expect((await paymentOf(second)).receiptNumber).toBe(Number(receiptNumber) + 1);
    const own = await app.call('GET', `/payments/${_id}`, { token: ada.token });
    expect(own.body).toMatchObject({
      receiptNumber,
      transactionId: first,
      price: 19.5,
      teacher: teacher.name,
    });
    const stranger = await register(app);
    expect((await app.call('GET', `/payments/${_id}`, { token: stranger.token })).status).toBe(403);
  });

  it('totals say what came in by day and by class', async () => {
    const before = (await app.call('GET', '/payments/totals', { token: admin.token })).body;
    const transactionId = await buyClass(app, ada, classId);
    await refund((await paymentOf(transactionId))._id);
    await buyClass(app, await register(app), classId);
    const { body } = await app.call('GET', '/payments/totals', { token: admin.token });
    expect(body.days).toHaveLength(30);
    expect(body.days.at(-1).date).toBe(new Date().toISOString().slice(0, 10));
    expect(body.total.count).toBe(Number(before.total.count) + 2);
    expect(body.total.amount).toBeCloseTo(Number(before.total.amount) + 39, 2);
    expect(body.total.refunded).toBeCloseTo(Number(before.total.refunded) + 19.5, 2);
    const sum = body.days.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
    expect(sum).toBeCloseTo(body.total.amount, 2);
  });

  it('a teacher sees what each class earned, and nobody else’s', async () => {
    const own = await registerTeacher(app, admin);
    const [sold, unsold] = [
      await publishClass(app, own, admin, { title: 'Sold' }),
      await publishClass(app, own, admin, { title: 'Unsold' }),
    ];
    await buyClass(app, ada, sold);
    const { body } = await app.call('GET', '/earnings', { token: own.token });
    expect(body).toEqual([
      { classId: sold, title: 'Sold', teacher: own.name, count: 1, amount: 19.5, refunded: 0 },
      { classId: unsold, title: 'Unsold', teacher: own.name, count: 0, amount: 0, refunded: 0 },
    ]);
  });
});
