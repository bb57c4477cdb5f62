import { sql } from 'drizzle-orm';
import { integer, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The primary key of most tables: a UUID of version 4, which the database generates unless the row brings its own. */
export const id = () => uuid('id').primaryKey().defaultRandom();
/** A point in time with a precision of milliseconds, as JavaScript has it. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
/** When the row was inserted: the time at which the transaction began. */
export const createdAt = () => timestamptz('created_at').notNull().defaultNow();

/**
 * The columns of a row that is also a job for one of several servers. `dueAt` moves only after success. Until
 * `claimedUntil` no other server takes the row, because one is working on it or has failed and backs off. `failures`
 * counts consecutive failures, for the backoff.
 */
export const workColumns = () => ({
  dueAt: timestamptz('due_at').notNull().defaultNow(),
  claimedUntil: timestamptz('claimed_until'),
  failures: integer('failures').notNull().default(0),
});

/** The SQL list of a column's allowed values. The values are constants of the code, never input. */
export const oneOf = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '));
