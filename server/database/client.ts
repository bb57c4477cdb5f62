import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, type Pool } from 'pg';
import { StartError } from '../start-error.ts';
import { DatabasePool, noteConnectionFailure } from './connection-failure.ts';
import { prepareStatements } from './prepare-statements.ts';
import { retryTransactions } from './retry-transactions.ts';
import { createTransactionRunner } from './run-transaction.ts';
import * as tables from './schema.ts';

export type Database = NodePgDatabase<typeof tables>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a repository queries: the database, or a transaction of the caller. */
export type Queryable = Database | Transaction;

export interface DatabaseConnection {
  pool: Pool;
  db: Database;
  close: () => Promise<void>;
}

const CONNECTIONS = 20;
const CONNECT_TIMEOUT = 5_000;

const describe = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  return message || code || String(error);
};

/**
 * Opens a connection pool and checks that it works.
 * @throws StartError if the database cannot be reached; the message never contains the password
 */
export const openDatabase = async (
  url: string,
  onLostConnection: (error: Error) => void,
): Promise<DatabaseConnection> => {
  const pool = new DatabasePool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'classharbor',
  });
  // Without this listener, a connection that fails between two queries of a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      noteConnectionFailure(error);
      onLostConnection(error);
    });
    prepareStatements(client);
  });
  // The pool reports the same error of an idle connection again; an unhandled `error` event would end the process.
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const { database, host, port } = new Client({ connectionString: url });
    throw new StartError(
      `Cannot use the database ${database} at ${host}:${port} that DATABASE_URL names: ${describe(error)}`,
    );
  }
  const db: Database = drizzle(pool, { schema: tables });
  db.transaction = retryTransactions(createTransactionRunner(pool));
  return { pool, db, close: () => pool.end() };
};
