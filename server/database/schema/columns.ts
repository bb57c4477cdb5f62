import { sql } from 'drizzle-orm';
import { timestamp, uuid } from 'drizzle-orm/pg-core';

export const id = () => uuid('id').primaryKey().defaultRandom();
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => moment('created_at').notNull().defaultNow();

/** The SQL list of the words that a column may hold. The words are constants of the code, never input. */
export const oneOf = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '));
