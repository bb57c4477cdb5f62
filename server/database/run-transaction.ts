import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import type { Database } from './client.ts';
import * as tables from './schema.ts';

/**
 * Runs transactions on the connections of a pool and releases each connection afterwards. Drizzle itself never releases one
 * that is lost just when its transaction begins: after a restart of PostgreSQL a pool may have none left.
 */
export const createTransactionRunner = (pool: Pool): Database['transaction'] => {
  const databases = new WeakMap<PoolClient, Database>();
  const databaseOf = (client: PoolClient): Database => {
    const known = databases.get(client);
    if (known) return known;
    const database = drizzle(client, { schema: tables });
    databases.set(client, database);
    return database;
  };
  return async (work, config) => {
    const client = await pool.connect();
    try {
      return await databaseOf(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
};
