import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { expect, it } from 'vitest';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import * as schema from '#server/database/schema.ts';
import { putBack } from './outbox.repository.ts';
import { retryUndelivered } from './undelivered.repository.ts';

it('an email that waited for too long is given up once, and stays in the outbox if an admin retries it', async () => {
  const pool = new Pool({ connectionString: await migratedDatabase() });
  await pool.query('create table jobs (id uuid, state text)');
  const db = drizzle(pool, { schema });
  const { rows } = await pool.query<{ id: string }>(
    `with ada as (insert into users (email, name) values ('ada@example.test', 'Ada') returning id)
     insert into notifications (user_id, kind, subject, created_at)
       select id, 'teacher request received', '', now() - interval '8 days' from ada returning id`,
  );
  const { id } = rows[0]!;
  const state = async () =>
    (await pool.query('select email, failure from notifications where id = $1', [id])).rows[0];
  await putBack(db, 'jobs');
  expect(await state()).toEqual({ email: 'failed', failure: 'It waited for too long' });
  await retryUndelivered(db, [id]);
  await putBack(db, 'jobs');
  expect(await state()).toMatchObject({ email: 'waiting' });
  await pool.end();
});
