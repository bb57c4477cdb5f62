import { bigint, index, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/** Counts of what is limited, shared by all servers; only rate-limiter-flexible writes it, in its own shape. */
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
