import { type SQL, sql } from 'drizzle-orm';

/**
 * A refund (`r`) that failed and was paid by other means; not one of ours that was over before the provider took it.
 */
export const isSettledElsewhere: SQL = sql`r.resolved_at is not null and (r.status = 'failed' or r.provider_id is not null)`;

/** Minor units of a refund (`r`) that are back with the payer. */
export const returnedAmount: SQL = sql`case when r.status = 'succeeded' or (${isSettledElsewhere}) then r.amount else 0 end`;
