import { type SQL, sql } from 'drizzle-orm';
import type { Pool, PoolClient } from 'pg';
import type { Transaction } from './client.ts';

/** The keys of advisory locks, each of which names one kind of work. The card sandbox uses 7_301_003. */
export const LOCKS = {
  migration: 7_301_001,
  dataFolder: 7_301_002,
  sampleData: 7_301_004,
  setup: 7_301_021,
  siteSettings: 7_301_022,
  sitePages: 7_301_023,
  blogPosts: 7_301_024,
  queueStart: 7_301_025,
  fileCleaning: 7_301_026,
} as const;

type Lock = (typeof LOCKS)[keyof typeof LOCKS];

/**
 * Runs `work` while holding an advisory lock of the database, so that other servers wait.
 * @throws the error of `work`
 */
export const withAdvisoryLock = async <Result>(
  pool: Pool,
  lock: Lock,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    const result = await work(client);
    await client.query('select pg_advisory_unlock($1)', [lock]);
    client.release();
    return result;
  } catch (error) {
    // Closing the connection ends the lock, and also works if the connection is lost.
    client.release(true);
    throw error;
  }
};

const keyOf = (lock: Lock | string): SQL =>
  typeof lock === 'number' ? sql`${lock}` : sql`hashtextextended(${lock}, 0)`;

/**
 * Holds an advisory lock until the transaction ends, so that other transactions wait.
 * @param lock the kind of work, or a text that names what is locked, such as `questions ID`
 */
export const lockInTransaction = async (trx: Transaction, lock: Lock | string): Promise<void> => {
  await trx.execute(sql`select pg_advisory_xact_lock(${keyOf(lock)})`);
};

/** Like `lockInTransaction`, but does not wait. @returns whether this transaction has the lock now */
export const tryLockInTransaction = async (trx: Transaction, lock: Lock | string): Promise<boolean> => {
  const { rows } = await trx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${keyOf(lock)}) as taken`,
  );
  return rows[0]!.taken;
};

/** SQL: locks like `lockInTransaction`, except that several transactions can share the lock. */
export const sharedLock = (lock: Lock | string): SQL => sql`pg_advisory_xact_lock_shared(${keyOf(lock)})`;
