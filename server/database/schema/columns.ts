import { sql } from 'drizzle-orm';
import { integer, timestamp, uuid } from 'drizzle-orm/pg-core';

export const id = () => uuid('id').primaryKey().defaultRandom();
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => moment('created_at').notNull().defaultNow();

/**
 * Of a row that has to be worked on at some time, by one of several servers: `dueAt` moves only when that succeeded.
 * Until `claimedUntil` the row is left alone: a server is at work on it, or failed and waits. `failures` counts
 * those in a row, for the backoff.
 */
export const workColumns = () => ({
  dueAt: moment('due_at').notNull().defaultNow(),
  claimedUntil: moment('claimed_until'),
  failures: integer('failures').notNull().default(0),
});

/** The SQL list of the words that a column may hold. The words are constants of the code, never input. */
export const oneOf = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '));
