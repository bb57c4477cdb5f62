import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queryable, Transaction } from '../database/client.ts';

/**
 * Lets hooks query in the transaction of the library that calls them. If each hook used a second connection, as many
 * concurrent registrations as the pool has connections would wait for each other.
 * @returns `library`, the database for the library, and `current`, which returns what a hook queries: the transaction
 *   in which it is called, if any
 */
export const followTransactions = (db: Database): { library: Database; current: () => Queryable } => {
  const transactions = new AsyncLocalStorage<Transaction>();
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction((trx) => transactions.run(trx, () => work(trx)), config);
  const library = Object.create(db, { transaction: { value: transaction } }) as Database;
  return { library, current: () => transactions.getStore() ?? db };
};
