import { randomUUID } from 'node:crypto';
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

describe('GET /class-relations', () => {
  const relations = async (ids: string[], token?: string) =>
    app.call('GET', `/class-relations?ids=${ids.join(',')}`, { token });

  it('says which of the given classes the caller teaches or is enrolled in, however many they have', async () => {
    const teacher = await signInAs(app, 'Teacher');
    const { rows } = await app.pool.query<{ id: string }>(
      `with added as (insert into classes (teacher_id, title, price, description, image, experience, status, decided_at)
         select id, 'Copy ' || n, 0, 'Text', '/pictures/covers/game-feel.svg', 'Beginner', 'approve', now()
         from users, generate_series(1, 120) n where email = $1 returning id)
       select id from added`,
      [teacher.email],
    );
    const [first, ...others] = rows.map(({ id }) => id);
    const ids = [first!, others.at(-1)!, randomUUID()];
    expect((await relations(ids, ben.token)).body).toEqual([]);
    await app.call('POST', `/classes/${first}/enrollment`, { token: ben.token });
    expect((await relations(ids, ben.token)).body).toEqual([{ classId: first, as: 'student' }]);
    const { body } = await relations(ids, teacher.token);
    expect(body).toHaveLength(2);
    expect(body).toContainEqual({ classId: first, as: 'teacher' });
    expect(body).toContainEqual({ classId: ids[1], as: 'teacher' });
  });

  it('is 400 for no class, an invalid id or more than 100', async () => {
    for (const ids of [[], ['1'], Array.from({ length: 101 }, () => randomUUID())])
      expect((await relations(ids, ben.token)).status).toBe(400);
  });
});
