import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentIdOf } from '#tests/support/books.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { deleteOldNotifications } from './outbox.repository.ts';

let app: TestApp;
let admin: TestUser;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  classId = await publishClass(app, await createTeacher(app), admin);
});
afterAll(() => app.close());

const refundsToldTo = async ({ token }: TestUser): Promise<object[]> => {
  const { body } = await app.call('GET', '/notifications', { token });
  return (body as { kind: string }[]).filter(({ kind }) => kind === 'refund');
};

it('a part refund is announced once, even after the notification of an earlier part was deleted', async () => {
  const ada = await createStudent(app);
  const transactionId = await buyClass(app, ada, classId);
  const id = await paymentIdOf(app.pool, transactionId);
  const refund = (amount: number) =>
    app.call('POST', `/payments/${id}/refund`, { body: { reason: 'A part', amount }, token: admin.token });
  expect((await refund(5)).status).toBe(200);
  expect(await refundsToldTo(ada)).toHaveLength(1);
  await emailsDelivered(app);
  // In two transactions, because the provider's event about the refund locks both tables in the other order.
  await app.pool.query(
    "update refunds set created_at = now() - interval '366 days' where payment_id::text = $1",
    [id],
  );
  await app.pool.query(
    `update notifications set created_at = now() - interval '366 days', email = 'sent'
      where kind = 'refund' and data->>'paymentId' = $1`,
    [id],
  );
  await deleteOldNotifications(drizzle(app.pool) as never);
  expect((await refund(4)).status).toBe(200);
  expect(await refundsToldTo(ada)).toMatchObject([{ text: expect.stringContaining('4$') }]);
});
