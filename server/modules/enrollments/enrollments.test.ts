import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOffer, payFor } from '#tests/support/payments.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [ada, ben] = [await createStudent(app), await createStudent(app)];
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

describe('GET /enrollments', () => {
  const list = (email: string, token?: string) => app.call('GET', `/enrollments?email=${email}`, { token });

  it('is empty for a new student', async () => {
    expect((await list(ada.email, ada.token)).body).toEqual([]);
  });

  it('returns price and date of the purchase, and the current class', async () => {
    const offer = await findOffer(app);
    const transactionId = await payFor(app, ada, offer);
    await app.call('POST', '/payments', { body: { transactionId }, token: ada.token });
    await app.pool.query(`update classes set price = price + 1000, title = 'Renamed since' where id = $1`, [
      offer._id,
    ]);
    await app.pool.query(
      `insert into assignments (class_id, title, description, marks, due_date, due_at)
       values ($1, 'Later', 'Came later', 10, '2030-01-31', '2030-02-01Z')
       on conflict (class_id) do update set title = 'Later', marks = 10, due_date = '2030-01-31'`,
      [offer._id],
    );
    const { status, body } = await list(ada.email, ada.token);
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      email: ada.email,
      price: offer.price,
      transactionId,
      myClass: {
        _id: offer._id,
        title: 'Renamed since',
        price: offer.price + 10,
        enroll: offer.enroll + 1,
        assignments: { title: 'Later', marks: 10, date: '2030-01-31' },
      },
    });
    expect(body[0].myClass).not.toHaveProperty('email');
    expect(Math.abs(Date.parse(body[0].date) - Date.now())).toBeLessThan(60_000);
  });

  it('is for the user and admins only', async () => {
    expect((await list(ada.email)).status).toBe(401);
    expect((await list(ada.email, ben.token)).status).toBe(403);
    expect((await list(ada.email, admin.token)).body).toHaveLength(1);
    expect((await list('nobody@example.test', admin.token)).body).toEqual([]);
  });

  it('is 400 without an email address', async () => {
    const { status, body } = await app.call('GET', '/enrollments', { token: ada.token });
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty('email');
  });
});
