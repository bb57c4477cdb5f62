import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booksOf } from '#tests/support/books.ts';
import { publishClass } from '#tests/support/classes.ts';
import type { TestUser } from '#tests/support/users.ts';
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
