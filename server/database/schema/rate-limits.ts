import { bigint, index, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/** Rate limit counters, shared by all servers. rate-limiter-flexible writes them and defines the columns. */
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
