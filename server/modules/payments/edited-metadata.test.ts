import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIntent } from '#tests/support/payments.ts';
import { Sale } from '#tests/support/sale.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';
import * as schema from '../../database/schema.ts';
import { findIntent } from './intents.repository.ts';

let app: TestApp;
let sale: Sale;

beforeAll(async () => {
  app = await startTestApp();
  sale = await Sale.create(app);
  await sale.renew();
});
afterAll(() => app.close());

it('an intent whose metadata names another row stays the one that this shop has created', async () => {
  for (const user of [await createStudent(app), await createStudent(app)])
    expect((await openIntent(app, user, sale.offer)).status).toBe(200);
  const { rows } = await app.pool.query<{ id: string; providerId: string }>(
    `select id, provider_id as "providerId" from payment_intents where state = 'open' and class_id = $1`,
    [sale.classId],
  );
  expect(rows).toHaveLength(2);
  const db = drizzle(app.pool, { schema });
  for (const [own, other] of [rows, [...rows].reverse()])
    expect((await findIntent(db, own!.providerId, { id: other!.id, shop: undefined }))?.id).toBe(own!.id);
  expect((await findIntent(db, 'pi_lost', { id: rows[0]!.id, shop: undefined }))?.id).toBe(rows[0]!.id);
});
