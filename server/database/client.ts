import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, Pool } from 'pg';
import { StartError } from '../start-error.ts';
import { prepareStatements } from './prepare-statements.ts';
import * as tables from './schema.ts';

export type Database = NodePgDatabase<typeof tables>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a repository works on: the database, or a transaction that its caller began. */
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
 * Opens a pool and proves that it works.
 * @throws StartError when the database cannot be reached; the message never has the password.
 */
export const openDatabase = async (
  url: string,
  onLostConnection: (error: Error) => void,
): Promise<DatabaseConnection> => {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'classharbor',
  });
  // A connection that breaks between two queries of a transaction tells nobody but this listener; without it the
  // process would end.
  pool.on('connect', (client) => {
    client.on('error', onLostConnection);
    prepareStatements(client);
  });
  // The pool repeats what an idle connection told that listener, and takes silence for a failure of the process.
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
  return { pool, db: drizzle(pool, { schema: tables }), close: () => pool.end() };
};
