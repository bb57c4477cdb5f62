import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booksOf, findErrors } from '#tests/support/books.ts';
import { findOffer, holdWebhooks, payFor, releaseWebhooks } from '#tests/support/payments.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let offer: { _id: string; price: number; enroll: number };

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ada, ben] = [await createStudent(app), await createStudent(app)];
  offer = await findOffer(app);
  await holdWebhooks(app);
});

const record = (transactionId: string, person: TestUser, more: object = {}) =>
  app.call('POST', '/payments', { body: { transactionId, ...more }, token: person.token });

describe('POST /payments', () => {
  it('records payment and enrollment in one step and raises the count', async () => {
    const transactionId = await payFor(app, ada, offer);
    const { status, body } = await record(transactionId, ada, {
      email: ada.email,
      price: offer.price,
      date: new Date().toISOString(),
      myClass: offer,
    });
    expect(status).toBe(200);
    expect(body.insertedId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    const { body: after } = await app.call('GET', `/classes/${offer._id}`);
    expect(after.enroll).toBe(offer.enroll + 1);
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('returns the same id for a repeated call and records nothing more', async () => {
    const transactionId = await payFor(app, ada, offer);
    const first = await record(transactionId, ada);
    const repeats = await Promise.all(Array.from({ length: 20 }, () => record(transactionId, ada)));
    for (const repeat of repeats) expect(repeat.body).toEqual(first.body);
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('trusts nothing in the body but the transaction id', async () => {
    const transactionId = await payFor(app, ada, offer);
    const other = await findOffer(app, 'price');
    await record(transactionId, ada, { email: ben.email, price: 0.01, myClass: other });
    const { body } = await app.call('GET', `/enrollments?email=${ada.email}`, { token: ada.token });
    expect(body[0]).toMatchObject({ email: ada.email, price: offer.price, myClass: { _id: offer._id } });
    expect(await booksOf(app.pool, ben)).toEqual({ payments: 0, refunded: 0, enrollments: 0 });
  });

  it('refuses another user’s transaction, a made-up one and one that did not succeed', async () => {
    const foreign = await record(await payFor(app, ada, offer), ben);
    expect(foreign.status).toBe(403);
    expect((await record('pi_made_up', ben)).status).toBe(404);
    const declined = await record(await payFor(app, ben, offer, 'pm_card_chargeDeclined'), ben);
    expect(declined.status).toBe(422);
    expect(declined.body.error.code).toBe('payment_not_succeeded');
    expect(await booksOf(app.pool, ben)).toEqual({ payments: 0, refunded: 0, enrollments: 0 });
  });

  it.each([
    {},
    { transactionId: 'ch_123' },
    { transactionId: 7 },
    { transactionId: "pi_'; drop table payments" },
  ])('is 400 and names the field: %o', async (body) => {
    const response = await app.call('POST', '/payments', { body, token: ada.token });
    expect(response.status).toBe(400);
    expect(response.body.error.fields).toHaveProperty('transactionId');
  });

  it('is for signed-in users', async () => {
    expect((await app.call('POST', '/payments', { body: { transactionId: 'pi_x' } })).status).toBe(401);
  });
});

describe('a webhook event', () => {
  it('enrolls a buyer who closed the browser after paying', async () => {
    await releaseWebhooks(app);
    await payFor(app, ada, offer);
    await waitUntil('the enrollment', async () => (await booksOf(app.pool, ada)).enrollments === 1);
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('changes nothing if the browser reports the payment first, or at the same moment', async () => {
    const transactionId = await payFor(app, ada, offer);
    await Promise.all(Array.from({ length: 5 }, () => record(transactionId, ada)));
    await releaseWebhooks(app);
    await waitUntil('every event', async () => {
      const { rowCount } = await app.pool.query('select 1 from card_sandbox.deliveries');
      return rowCount === 0;
    });
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
    expect(await findErrors(app.pool)).toEqual([]);
  });

  it('is accepted only with the provider’s signature', async () => {
    const transactionId = await payFor(app, ada, offer);
    const body = JSON.stringify({
      type: 'payment_intent.succeeded',
      data: { object: { id: transactionId } },
    });
    for (const signature of [
      '',
      't=1,v1=forged',
      `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    ]) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      expect((await app.call('POST', '/webhooks/stripe', { body, headers })).status).toBe(400);
    }
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 0, refunded: 0, enrollments: 0 });
  });
});
