import { bigint, index, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/**
 * Rate limit counters, shared by all servers. rate-limiter-flexible defines the columns and writes them; `claim-per-hour.ts`
 * adds what may happen a number of times per hour.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_by_expiry').on(table.expire)],
);
