import { expect, inject, it } from 'vitest';
import { LOCKS, withAdvisoryLock } from './advisory-lock.ts';
import { openDatabase } from './client.ts';

it('work that fails, also with its connection, reports its own error and leaves the lock free', async () => {
  const { pool, close } = await openDatabase(inject('postgresUrl'), () => undefined);
  const failing = withAdvisoryLock(pool, LOCKS.setup, async () => {
    throw new Error('Refused');
  });
  await expect(failing).rejects.toThrow('Refused');
  const cut = withAdvisoryLock(pool, LOCKS.setup, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await client.query('select 1').catch(() => {
      throw new Error('The migration failed');
    });
  });
  await expect(cut).rejects.toThrow('The migration failed');
  expect(await withAdvisoryLock(pool, LOCKS.setup, async () => 'done')).toBe('done');
  // Resolves only if no connection is still taken.
  await close();
});
