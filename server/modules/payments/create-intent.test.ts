import type { PoolClient } from 'pg';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booksOf, findErrors } from '#tests/support/books.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { confirmCard, findOffer, holdWebhooks, openIntent, payFor } from '#tests/support/payments.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
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

const record = (transactionId: string, person: TestUser) =>
  app.call('POST', '/payments', { body: { transactionId }, token: person.token });

describe('POST /create-payment-intent/{classId}', () => {
  const open = (classId: string, price: unknown, token?: string) =>
    app.call('POST', `/create-payment-intent/${classId}`, { body: { price }, token });

  it('returns a client secret, the same one while the price is unchanged', async () => {
    const [first, second] = [await openIntent(app, ada, offer), await openIntent(app, ada, offer)];
    expect(first.status).toBe(200);
    expect(first.body.clientSecret).toMatch(/^pi_.+_secret_.+/);
    expect(second.body).toEqual(first.body);
  });

  it('opens one intent for two concurrent tabs', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => openIntent(app, ada, offer)));
    expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1);
  });

  it('requires the current price: any other is 409 with the new price', async () => {
    const { status, body } = await open(offer._id, 1, ada.token);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'price_changed', price: offer.price });
  });

  const setPrice = (minorUnits: number) =>
    app.pool.query('update classes set price = $2 where id = $1', [offer._id, minorUnits]);

  it('keeps a quoted price when the class becomes more expensive, and returns it', async () => {
    const quoted = (await openIntent(app, ada, offer)).body;
    expect(quoted.price).toBe(offer.price);
    await setPrice(offer.price * 100 + 500);
    const dearer = { ...offer, price: offer.price + 5 };
    const stillQuoted = [await openIntent(app, ada, offer), await openIntent(app, ada, dearer)];
    const newcomer = await openIntent(app, ben, dearer);
    const late = await openIntent(app, ben, offer);
    await setPrice(offer.price * 100);
    for (const { body } of stillQuoted) expect(body).toEqual(quoted);
    expect(newcomer.body.price).toBe(dearer.price);
    expect(late.body.error).toMatchObject({ code: 'price_changed', price: dearer.price });
  });

  it('cancels the intent when the class becomes cheaper', async () => {
    const before = (await openIntent(app, ada, offer)).body.clientSecret as string;
    await setPrice(offer.price * 100 - 500);
    const refused = await openIntent(app, ada, offer);
    const cheaper = await openIntent(app, ada, { ...offer, price: offer.price - 5 });
    await setPrice(offer.price * 100);
    expect(refused.body.error).toMatchObject({ code: 'price_changed', price: offer.price - 5 });
    expect(cheaper.body.price).toBe(offer.price - 5);
    expect(cheaper.body.clientSecret).not.toBe(before);
    const late = await confirmCard(app, before, 'pm_card_visa');
    expect(late.status).toBe(400);
  });

  it('is 422 for a class without a price that a card can pay', async () => {
    const { rows } = await app.pool.query<{ id: string; price: number }>(
      `select id, price from classes where status = 'approve' and id <> $1 limit 1`,
      [offer._id],
    );
    for (const price of [0, 49]) {
      await app.pool.query('update classes set price = $2 where id = $1', [rows[0]!.id, price]);
      const { status, body } = await open(rows[0]!.id, price, ada.token);
      expect(status).toBe(422);
      expect(body.error.code).toBe('price_not_payable');
    }
    await app.pool.query('update classes set price = $2 where id = $1', [rows[0]!.id, rows[0]!.price]);
  });

  it('is 404 for an unknown class and for one that is not approved or hidden', async () => {
    const { rows } = await app.pool.query<{ id: string; price: number }>(
      `select id, price from classes where status = 'Pending' limit 1`,
    );
    expect((await open(rows[0]!.id, rows[0]!.price, ada.token)).status).toBe(404);
    expect((await open(randomUUID(), 100, ada.token)).status).toBe(404);
    await app.pool.query('update classes set hidden_at = now() where id = $1', [offer._id]);
    expect((await openIntent(app, ada, offer)).status).toBe(404);
    await app.pool.query('update classes set hidden_at = null where id = $1', [offer._id]);
  });

  it('is 409 for one’s own class', async () => {
    const teacher = await signInAs(app, 'Teacher');
    const { rows } = await app.pool.query<{ id: string; price: number }>(
      `select c.id, c.price from classes c join users u on u.id = c.teacher_id where u.email = $1 and c.status = 'approve' limit 1`,
      [teacher.email],
    );
    const { status, body } = await open(rows[0]!.id, rows[0]!.price, teacher.token);
    expect(status).toBe(409);
    expect(body.error.code).toBe('own_class');
  });

  it('is 409 for a class that the caller is enrolled in', async () => {
    await record(await payFor(app, ada, offer), ada);
    const { status, body } = await openIntent(app, ada, offer);
    expect(status).toBe(409);
    expect(body.error.code).toBe('already_enrolled');
  });

  describe('for a buyer who is enrolled while the intent is opened', () => {
    /** Enrolls Ada for the payment of her intent, in a transaction that is still running. */
    const settle = (client: PoolClient) =>
      client.query(
        `with settled as (
           update payment_intents i set state = 'recorded' from users u
           where u.id = i.user_id and u.email = $1 and i.state <> 'recorded' returning i.*
         ), paid as (
           insert into payments (transaction_id, user_id, class_id, email, amount, currency)
           select provider_id, user_id, class_id, $1, amount, currency from settled returning *
         )
         insert into enrollments (user_id, class_id, payment_id, price)
         select user_id, class_id, id, amount from paid`,
        [ada.email],
      );
    const enroll = (client: PoolClient) =>
      client.query('update classes set enroll = enroll + 1 where id = $1', [offer._id]);
    const startOpening = async () => {
      const opening = openIntent(app, ada, offer);
      await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
      return { opening };
    };
    const expectRefusal = async (opening: ReturnType<typeof openIntent>) => {
      expect((await opening).body.error.code).toBe('already_enrolled');
      const { rows } = await app.pool.query(
        `select 1 from payment_intents i join users u on u.id = i.user_id where u.email = $1 and i.state = 'open'`,
        [ada.email],
      );
      expect(rows).toEqual([]);
      expect(await findErrors(app.pool)).toEqual([]);
    };

    it('is 409 if the payment of their open intent is recorded, and leaves none open', async () => {
      await payFor(app, ada, offer);
      const { opening } = await whileLocked(app.pool, async (settling) => {
        await settle(settling);
        const started = await startOpening();
        await enroll(settling);
        return started;
      });
      await expectRefusal(opening);
    });

    it('is 409 if the payment of an ended intent is recorded, and leaves none open', async () => {
      await payFor(app, ada, offer);
      await app.pool.query(`update payment_intents set state = 'canceled' where class_id = $1`, [offer._id]);
      const { opening } = await whileLocked(app.pool, async (settling) => {
        await enroll(settling);
        const started = await startOpening();
        await settle(settling);
        return started;
      });
      await expectRefusal(opening);
    });
  });

  it('records a payment that has not been reported yet instead of opening another', async () => {
    await payFor(app, ada, offer);
    expect((await openIntent(app, ada, offer)).body.error.code).toBe('already_enrolled');
    expect(await booksOf(app.pool, ada)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  });

  it('is for signed-in users, with a whole number', async () => {
    expect((await open(offer._id, 100)).status).toBe(401);
    for (const price of ['100', 1.5, -1, null]) {
      const { status, body } = await open(offer._id, price, ada.token);
      expect(status).toBe(400);
      expect(body.error.fields).toHaveProperty('price');
    }
  });
});
