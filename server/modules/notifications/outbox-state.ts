import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { notifications } from '../../database/schema.ts';

export interface OutboxState {
  /** The number of unsent emails. */
  length: number;
  /** The age of the oldest of them that was never attempted, in seconds. */
  age: number;
  /** The number of those whose last attempt failed, and that will be retried. */
  retried: number;
  /** The age of the oldest of these, in seconds. */
  retriedAge: number;
  /** Why the newest of these failed, in the words of the mail server. */
  failure: string | null;
  /** The number of undeliverable emails. */
  failed: number;
}

/**
 * Reads the state of the outbox. Emails that are retried are counted separately, because a single mailbox can refuse its
 * emails for a day while all others are delivered.
 */
export const readOutboxState = async (db: Queryable): Promise<OutboxState> => {
  const { rows } = await db.execute<OutboxState & Record<string, unknown>>(sql`
    with unsent as (
      select email, attempts > 0 as is_retried, created_at, failure, extract(epoch from now() - created_at)::float as age
        from ${notifications} where email in ('waiting', 'queued')
    )
    select count(*)::int as length,
           coalesce(max(age) filter (where not is_retried), 0) as age,
           (count(*) filter (where is_retried))::int as retried,
           coalesce(max(age) filter (where is_retried), 0) as "retriedAge",
           (array_agg(failure order by created_at desc) filter (where is_retried))[1] as failure,
           (select count(*)::int from ${notifications} where email = 'failed') as failed
      from unsent`);
  return rows[0]!;
};
