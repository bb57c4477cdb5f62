import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/database/client.ts';
import { paymentIdOf } from '#tests/support/books.ts';
import { buyClass } from '#tests/support/classes.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createAdmin, createStudent } from '#tests/support/users.ts';
import { checkTestPayments } from './test-payments.ts';

let app: TestApp;
let database: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  app = await startTestApp();
  database = await openDatabase(app.databaseUrl, () => undefined);
  // The demo's own payments were made with test cards, too.
  await app.pool.query('update payments set livemode = true');
});
afterAll(async () => {
  await database.close();
  await app.close();
});

it('a site with live keys is warned of enrollments that were paid with test cards, until they end', async () => {
  expect(await checkTestPayments(database.db, true)).toMatchObject({ status: 'ok' });
  const transactionId = await buyClass(app, await createStudent(app));
  expect(await checkTestPayments(database.db, true)).toMatchObject({
    status: 'warning',
    found: 'One enrollment was paid with a test card',
    setting: 'STRIPE_SECRET_KEY',
  });
  expect(await checkTestPayments(database.db, false)).toMatchObject({ status: 'ok' });
  const { token } = await createAdmin(app);
  await app.call('POST', `/payments/${await paymentIdOf(app.pool, transactionId)}/refund`, {
    body: { reason: 'A test' },
    token,
  });
  expect(await checkTestPayments(database.db, true)).toMatchObject({ status: 'ok' });
});
