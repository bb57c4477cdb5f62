import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { rateLimits } from '../database/schema/rate-limits.ts';
import { keyOf } from './rate-limit.ts';

const HOUR = 3_600_000;

/**
 * Claims something that may happen once an hour, in the caller's transaction. The claims are stored as rate limits, so
 * that all servers share them and expired ones are removed.
 * @param what names it; only a hash is stored
 * @returns whether nobody has claimed it within the last hour
 */
export const claimOncePerHour = async (trx: Transaction, what: string): Promise<boolean> => {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const { rowCount } = await trx.execute(sql`
    insert into ${rateLimits} (key, points, expire) values (${`once:${keyOf(what)}`}, 1, ${now} + ${HOUR})
    on conflict (key) do update set expire = excluded.expire where ${rateLimits.expire} <= ${now}`);
  return rowCount === 1;
};
