import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booksOf } from '#tests/support/books.ts';
import { publishClass } from '#tests/support/classes.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';
import { Sale } from '#tests/support/sale.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let sale: Sale;

beforeAll(async () => {
  app = await startTestApp();
  sale = await Sale.create(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sale.renew();
});

describe('POST /classes/{id}/enrollment', () => {
  const enroll = (id: string, by: TestUser = sale.buyer) =>
    app.call('POST', `/classes/${id}/enrollment`, { token: by.token });

  it('enrolls at once in a free class, and repeating the call returns the same id', async () => {
    const free = await publishClass(app, sale.teacher, sale.admin, { price: 0 });
    const responses = await Promise.all(Array.from({ length: 5 }, () => enroll(free)));
    expect(new Set(responses.map(({ body }) => body.insertedId)).size).toBe(1);
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 0, refunded: 0, enrollments: 1 });
    expect(await sale.countOf(free)).toBe(1);
    const { body } = await app.call('GET', `/enrollments?email=${sale.buyer.email}`, {
      token: sale.buyer.token,
    });
    expect(body).toMatchObject([{ price: 0, transactionId: null, myClass: { _id: free } }]);
  });

  it('tells the teacher once, also if the student leaves and comes back', async () => {
    const free = await publishClass(app, sale.teacher, sale.admin, { price: 0, title: 'A free class' });
    await enroll(free);
    await app.call('DELETE', `/classes/${free}/enrollment`, { token: sale.buyer.token });
    await enroll(free);
    const { body } = await app.call('GET', '/notifications?kinds=sale', { token: sale.teacher.token });
    const told = body.filter(({ path }: { path: string }) => path === `/dashboard/classStudents/${free}`);
    expect(told).toHaveLength(1);
    expect(told[0].text.replace(/[\u2068\u2069]/g, '')).toBe(
      'A student enrolled in “A free class” for free.',
    );
  });

  it('tells the teacher once that the student has left', async () => {
    const free = await publishClass(app, sale.teacher, sale.admin, { price: 0, title: 'A free class' });
    for (const times of [1, 2]) {
      await enroll(free);
      await app.call('DELETE', `/classes/${free}/enrollment`, { token: sale.buyer.token });
      const { body } = await app.call('GET', '/notifications?kinds=student%20left', {
        token: sale.teacher.token,
      });
      const told = body.filter(({ path }: { path: string }) => path === `/dashboard/classStudents/${free}`);
      expect(told, `after ${times}`).toHaveLength(1);
      expect(told[0].title.replace(/[\u2068\u2069]/g, '')).toBe('A student left “A free class”');
    }
  });

  it('is refused for paid, own and unpublished classes', async () => {
    const free = await publishClass(app, sale.teacher, sale.admin, { price: 0 });
    expect((await enroll(sale.classId)).body.error.code).toBe('not_free');
    expect((await enroll(free, sale.teacher)).body.error.code).toBe('own_class');
    expect((await enroll(randomUUID())).status).toBe(404);
    expect((await enroll('mistyped')).status).toBe(400);
    await app.call('DELETE', `/classes/${free}`, { token: sale.teacher.token });
    expect((await enroll(free)).status).toBe(404);
  });
});

describe('DELETE /classes/{id}/enrollment', () => {
  const leave = (id: string, { token }: TestUser = sale.buyer) =>
    app.call('DELETE', `/classes/${id}/enrollment`, { token });

  it('frees the seat of a free class for the waiting list, once', async () => {
    const free = await publishClass(app, sale.teacher, sale.admin, { price: 0, seats: 1 });
    const next = await createStudent(app);
    await app.call('POST', `/classes/${free}/enrollment`, { token: sale.buyer.token });
    const joined = await app.call('PUT', `/classes/${free}/waiting-list`, { token: next.token });
    expect(joined.status).toBe(200);
    const left = await Promise.all([leave(free), leave(free), leave(free)]);
    expect(left.map(({ body }) => body.deletedCount).sort()).toEqual([0, 0, 1]);
    expect(await booksOf(app.pool, sale.buyer)).toEqual({ payments: 0, refunded: 0, enrollments: 0 });
    expect(await sale.countOf(free)).toBe(0);
    const again = await app.call('POST', `/classes/${free}/enrollment`, { token: sale.buyer.token });
    expect(again.body.error.code).toBe('class_full');
    const taken = await app.call('POST', `/classes/${free}/enrollment`, { token: next.token });
    expect(taken.status).toBe(200);
  });

  it('is refused for a class that was paid for, and changes nothing for others', async () => {
    await sale.buy();
    const { status, body } = await leave(sale.classId);
    expect([status, body.error.code]).toEqual([409, 'paid_enrollment']);
    expect((await leave(sale.classId, sale.teacher)).body).toEqual({ deletedCount: 0 });
    expect(await booksOf(app.pool, sale.buyer)).toMatchObject({ enrollments: 1 });
  });
});
