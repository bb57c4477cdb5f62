import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { Sale } from '#tests/support/sale.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let sale: Sale;

beforeAll(async () => {
  app = await startTestApp();
  sale = await Sale.create(app);
  await sale.renew();
});
afterAll(() => app.close());

/** Makes a student an admin. */
const createAdmin = async (): Promise<TestUser & { id: string }> => {
  const person = await createStudent(app);
  const { body } = await app.call('GET', `/users?q=${person.email}`, { token: sale.admin.token });
  const id = body[0]._id as string;
  await app.call('PATCH', `/users/admin/${id}`, { token: sale.admin.token });
  return { ...person, id };
};

/** A call of an admin whose role is revoked while the call waits for a lock. @returns its response */
const callWhileRevoked = async (lock: string, make: (token: string) => ReturnType<TestApp['call']>) => {
  const { id, token } = await createAdmin();
  const { response } = await whileLocked(app.pool, async (client) => {
    await client.query(lock);
    const waiting = { response: make(token) };
    await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
    const revoked = await app.call('DELETE', `/users/admin/${id}`, { token: sale.admin.token });
    expect(revoked.body).toEqual({ modifiedCount: 1 });
    return waiting;
  });
  return response;
};

it('a refund that waits for its payment is not made', async () => {
  const { id } = await sale.buy();
  const { status } = await callWhileRevoked(`select from payments where id = '${id}' for update`, (token) =>
    app.call('POST', `/payments/${id}/refund`, { body: { reason: 'Spite' }, token }),
  );
  expect(status).toBe(403);
  const { rows } = await app.pool.query('select from refunds where payment_id = $1', [id]);
  expect(rows).toEqual([]);
});

it('a teacher request that waits is not approved', async () => {
  const student = await createStudent(app);
  const form = {
    name: student.name,
    email: student.email,
    image: '/a.png',
    title: 'Painter',
    experience: 'Mid Level',
    category: 'Web Development',
    status: 'Pending',
  };
  const sent = await app.call('POST', '/teacher-req', { body: form, token: student.token });
  const id = sent.body.insertedId as string;
  const { status } = await callWhileRevoked(
    `select from teacher_requests where id = '${id}' for update`,
    (token) => app.call('PATCH', `/teacher-req/teacher/${id}`, { token }),
  );
  expect(status).toBe(403);
  const { rows } = await app.pool.query('select status from teacher_requests where id = $1', [id]);
  expect(rows).toEqual([{ status: 'Pending' }]);
});

it('settings that wait are not changed', async () => {
  const { body: before } = await app.call('GET', '/site-settings', { token: sale.admin.token });
  const { status } = await callWhileRevoked('lock table site_settings in exclusive mode', (token) =>
    app.call('PUT', '/registration', { body: { mode: 'closed', version: before.version }, token }),
  );
  expect(status).toBe(403);
  expect((await app.call('GET', '/registration')).body).toEqual({ mode: 'open' });
});
