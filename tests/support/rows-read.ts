import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Transaction } from '#server/database/client.ts';
import * as schema from '#server/database/schema.ts';
import type { TestApp } from './test-app.ts';

/** The rows that the connection has read since it last reported its statistics, which it does not within a transaction. */
const countRead = async (trx: Transaction): Promise<number> => {
  const { rows } = await trx.execute<{ read: number }>(
    sql`select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as read from pg_stat_xact_user_tables`,
  );
  return rows[0]!.read;
};

/**
 * How many rows of tables the database reads during some work in a transaction. Unlike the time that it takes, this is the
 * same on every machine.
 */
export const rowsReadBy = (
  { pool }: Pick<TestApp, 'pool'>,
  work: (trx: Transaction) => Promise<unknown>,
): Promise<number> =>
  drizzle(pool, { schema }).transaction(async (trx) => {
    const before = await countRead(trx);
    await work(trx);
    return (await countRead(trx)) - before;
  });
