import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  confirmCard,
  findOffer,
  holdWebhooks,
  openIntent,
  payFor,
  releaseWebhooks,
} from '#tests/support/payments.ts';
import { register, signInAs, type TestPerson } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let ada: TestPerson;
let ben: TestPerson;
let offer: { _id: string; price: number; enroll: number };

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ada, ben] = [await register(app), await register(app)];
  offer = await findOffer(app);
  await holdWebhooks(app);
});

const record = (transactionId: string, person: TestPerson, more: object = {}) =>
  app.call('POST', '/payments', { body: { transactionId, ...more }, token: person.token });

const booksOf = async (person: TestPerson) => {
  const { rows } = await app.pool.query<{ payments: string; enrollments: string }>(
    `select (select count(*) from payments p join users u on u.id = p.user_id where u.email = $1) as payments,
            (select count(*) from enrollments e join users u on u.id = e.user_id where u.email = $1) as enrollments`,
    [person.email],
  );
  return { payments: Number(rows[0]!.payments), enrollments: Number(rows[0]!.enrollments) };
};

const expectCleanBooks = async () => {
  const { rows } = await app.pool.query(
    `select c.id from classes c where c.enroll <> (select count(*) from enrollments e where e.class_id = c.id)`,
  );
  expect(rows).toEqual([]);
};

const untilEnrolled = async (person: TestPerson) => {
  const deadline = Date.now() + 10_000;
  while ((await booksOf(person)).enrollments === 0) {
    if (Date.now() > deadline) throw new Error('Not enrolled in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const untilDelivered = async () => {
  const left = async () => (await app.pool.query('select 1 from card_sandbox.deliveries')).rowCount;
  const deadline = Date.now() + 20_000;
  while (await left()) {
    if (Date.now() > deadline) throw new Error('Not every event was taken in time');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

describe('POST /create-payment-intent/{classId}', () => {
  const open = (classId: string, price: unknown, token?: string) =>
    app.call('POST', `/create-payment-intent/${classId}`, { body: { price }, token });

  it('answers a client secret, the same one while the price holds', async () => {
    const [first, second] = [await openIntent(app, ada, offer), await openIntent(app, ada, offer)];
    expect(first.status).toBe(200);
    expect(first.body.clientSecret).toMatch(/^pi_.+_secret_.+/);
    expect(second.body).toEqual(first.body);
  });

  it('opens one intent for two tabs at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => openIntent(app, ada, offer)));
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
  });

  it('asks for the price of the database: another one is 409 with the new price', async () => {
    const { status, body } = await open(offer._id, 1, ada.token);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'price_changed', price: offer.price });
  });

  const setPrice = (minorUnits: number) =>
    app.pool.query('update classes set price = $2 where id = $1', [offer._id, minorUnits]);

  it('keeps a quoted price when the class becomes dearer, and says so', async () => {
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

  it('retires the intent when the class becomes cheaper', async () => {
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

  it('is 409 for a class that one has', async () => {
    await record(await payFor(app, ada, offer), ada);
    const { status, body } = await openIntent(app, ada, offer);
    expect(status).toBe(409);
    expect(body.error.code).toBe('already_enrolled');
  });

  it('is 409 for whoever is enrolled while the intent is opened, and leaves none open', async () => {
    await payFor(app, ada, offer);
    const settling = await app.pool.connect();
    await settling.query('begin');
    await settling.query(
      `with settled as (
         update payment_intents i set state = 'recorded' from users u
         where u.id = i.user_id and u.email = $1 and i.state = 'open' returning i.*
       ), paid as (
         insert into payments (transaction_id, user_id, class_id, email, amount, currency)
         select provider_id, user_id, class_id, $1, amount, currency from settled returning *
       )
       insert into enrollments (user_id, class_id, payment_id, price)
       select user_id, class_id, id, amount from paid`,
      [ada.email],
    );
    const opening = openIntent(app, ada, offer);
    const isWaiting = async () => {
      const { rowCount } = await app.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return Boolean(rowCount);
    };
    await expect.poll(isWaiting).toBe(true);
    await settling.query('update classes set enroll = enroll + 1 where id = $1', [offer._id]);
    await settling.query('commit');
    settling.release();
    expect((await opening).body.error.code).toBe('already_enrolled');
    const { rows } = await app.pool.query(
      `select 1 from payment_intents i join users u on u.id = i.user_id where u.email = $1 and i.state = 'open'`,
      [ada.email],
    );
    expect(rows).toEqual([]);
    await expectCleanBooks();
  });

  it('records a payment that nobody reported yet instead of opening another', async () => {
    await payFor(app, ada, offer);
    expect((await openIntent(app, ada, offer)).body.error.code).toBe('already_enrolled');
    expect(await booksOf(ada)).toEqual({ payments: 1, enrollments: 1 });
  });

  it('is for signed-in people, with a whole number', async () => {
    expect((await open(offer._id, 100)).status).toBe(401);
    for (const price of ['100', 1.5, -1, null]) {
      const { status, body } = await open(offer._id, price, ada.token);
      expect(status).toBe(400);
      expect(body.error.fields).toHaveProperty('price');
    }
  });
});

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
    expect(await booksOf(ada)).toEqual({ payments: 1, enrollments: 1 });
    const { body: after } = await app.call('GET', `/classes/${offer._id}`);
    expect(after.enroll).toBe(offer.enroll + 1);
    await expectCleanBooks();
  });

  it('answers a repeat with the same id and records nothing more', async () => {
    const transactionId = await payFor(app, ada, offer);
    const first = await record(transactionId, ada);
    const repeats = await Promise.all(Array.from({ length: 20 }, () => record(transactionId, ada)));
    for (const repeat of repeats) expect(repeat.body).toEqual(first.body);
    expect(await booksOf(ada)).toEqual({ payments: 1, enrollments: 1 });
    await expectCleanBooks();
  });

  it('believes nothing of the body but the transaction id', async () => {
    const transactionId = await payFor(app, ada, offer);
    const other = await findOffer(app, 'price');
    await record(transactionId, ada, { email: ben.email, price: 0.01, myClass: other });
    const { body } = await app.call('GET', `/enrollments?email=${ada.email}`, { token: ada.token });
    expect(body[0]).toMatchObject({ email: ada.email, price: offer.price, myClass: { _id: offer._id } });
    expect(await booksOf(ben)).toEqual({ payments: 0, enrollments: 0 });
  });

  it('refuses another person’s transaction, a made-up one and one that did not succeed', async () => {
    const foreign = await record(await payFor(app, ada, offer), ben);
    expect(foreign.status).toBe(403);
    expect((await record('pi_made_up', ben)).status).toBe(404);
    const declined = await record(await payFor(app, ben, offer, 'pm_card_chargeDeclined'), ben);
    expect(declined.status).toBe(422);
    expect(declined.body.error.code).toBe('payment_not_succeeded');
    expect(await booksOf(ben)).toEqual({ payments: 0, enrollments: 0 });
  });

  it.each([
    {},
    { transactionId: 'ch_123' },
    { transactionId: 7 },
    { transactionId: "pi_'; drop table payments" },
  ])('is 400 and names the field: %o', async (body) => {
    const answer = await app.call('POST', '/payments', { body, token: ada.token });
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields).toHaveProperty('transactionId');
  });

  it('is for signed-in people', async () => {
    expect((await app.call('POST', '/payments', { body: { transactionId: 'pi_x' } })).status).toBe(401);
  });
});

describe('the provider’s own word', () => {
  it('enrols whoever closed the browser after paying', async () => {
    await releaseWebhooks(app);
    await payFor(app, ada, offer);
    await untilEnrolled(ada);
    expect(await booksOf(ada)).toEqual({ payments: 1, enrollments: 1 });
    await expectCleanBooks();
  });

  it('changes nothing when the browser was first, or at the same moment', async () => {
    const transactionId = await payFor(app, ada, offer);
    await Promise.all(Array.from({ length: 5 }, () => record(transactionId, ada)));
    await releaseWebhooks(app);
    await untilDelivered();
    expect(await booksOf(ada)).toEqual({ payments: 1, enrollments: 1 });
    await expectCleanBooks();
  });

  it('is believed only with the provider’s signature', async () => {
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
    expect(await booksOf(ada)).toEqual({ payments: 0, enrollments: 0 });
  });
});
