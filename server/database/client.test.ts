import { expect, inject, it } from 'vitest';
import { DatabaseGate } from '#tests/support/stand-in/database-gate.ts';
import { openDatabase } from './client.ts';

it('losing a connection during a transaction ends neither the process nor the pool', async () => {
  const lost: Error[] = [];
  const { pool, close } = await openDatabase(inject('postgresUrl'), (error) => lost.push(error));
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  // Between two queries no promise is pending that could reject.
  await expect.poll(() => lost, { timeout: 10_000 }).not.toEqual([]);
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await close();
});

it('a connection that is lost just when a transaction begins is released', async () => {
  const gate = await DatabaseGate.open(inject('postgresUrl'));
  const { pool, db, close } = await openDatabase(gate.url, () => undefined);
  // More often than the pool has connections.
  for (let times = 0; times < 25; times += 1) {
    pool.once('acquire', () => gate.shut());
    await expect(db.transaction((trx) => trx.execute('select 1'))).rejects.toThrow();
    gate.reopen();
  }
  expect(await db.transaction((trx) => trx.execute('select 1 as one'))).toMatchObject({ rows: [{ one: 1 }] });
  await close();
  await gate.close();
});
