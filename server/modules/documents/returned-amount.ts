import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether a refund (`r`) failed and was settled by other means. Refunds that were resolved before the provider took
 * them are excluded.
 */
export const isSettledElsewhere: SQL = sql`r.resolved_at is not null and (r.status = 'failed' or r.provider_id is not null)`;

/** The part of a failed refund (`r`) that is owed or was paid by other means, in minor units. */
export const owedAmount: SQL = sql`coalesce(r.owed_amount, r.amount)`;

/** The amount of a refund (`r`) that the payer has received, in minor units. */
export const returnedAmount: SQL = sql`
  case when r.status = 'succeeded' then r.amount when ${isSettledElsewhere} then ${owedAmount} else 0 end`;
