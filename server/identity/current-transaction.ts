import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queryable, Transaction } from '../database/client.ts';

/**
 * Lets hooks query in the transaction of the library that calls them. With a second connection for each, as many
 * registrations at the same moment as there are connections would wait for each other.
 * @returns the database for the library, and what a hook queries: the transaction that it is called in, if any
 */
export const followTransactions = (db: Database): { library: Database; current: () => Queryable } => {
  const transactions = new AsyncLocalStorage<Transaction>();
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction((trx) => transactions.run(trx, () => work(trx)), config);
  const library = Object.create(db, { transaction: { value: transaction } }) as Database;
  return { library, current: () => transactions.getStore() ?? db };
};
