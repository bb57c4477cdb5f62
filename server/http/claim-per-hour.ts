import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/client.ts';
import { rateLimits } from '../database/schema/rate-limits.ts';
import { keyOf } from './rate-limit.ts';

/** Milliseconds. */
const HOUR = 3_600_000;

/**
 * Claims something that may happen a number of times per hour, which begins with the first claim. The claims are stored as
 * rate limits, so that all servers share them and expired ones are removed.
 * @param what names it; only a hash is stored
 * @returns whether it may happen once more
 */
export const claimPerHour = async (db: Queryable, what: string, times: number): Promise<boolean> => {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const isOver = sql`${rateLimits.expire} <= ${now}`;
  const { rowCount } = await db.execute(sql`
    insert into ${rateLimits} (key, points, expire) values (${`hourly:${keyOf(what)}`}, 1, ${now} + ${HOUR})
    on conflict (key) do update
       set points = case when ${isOver} then 1 else ${rateLimits.points} + 1 end,
           expire = case when ${isOver} then excluded.expire else ${rateLimits.expire} end
     where ${isOver} or ${rateLimits.points} < ${times}`);
  return rowCount === 1;
};

/** Claims something that may happen once an hour, in the caller's transaction. @returns whether nobody has claimed it yet */
export const claimOncePerHour = (trx: Transaction, what: string): Promise<boolean> =>
  claimPerHour(trx, what, 1);
