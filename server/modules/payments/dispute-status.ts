import { type SQL, sql } from 'drizzle-orm';

/** The order in which a dispute goes through the provider's statuses; an unknown one is as open as the first. */
const RANKS: Record<string, number> = {
  warning_needs_response: 1,
  needs_response: 1,
  warning_under_review: 2,
  under_review: 2,
  warning_closed: 3,
  won: 3,
  lost: 3,
  prevented: 3,
};

export const rankOfDispute = (status: string | null): number => (status === null ? 0 : (RANKS[status] ?? 1));

/** Disputes that are over in our favour. */
export const SETTLED_DISPUTES = ['won', 'warning_closed', 'prevented'];

/** Disputes that wait for evidence. */
export const ANSWERABLE_DISPUTES = ['needs_response', 'warning_needs_response'];

/** SQL: the minor units of a payment `p` that the payer has back through a lost dispute. They may be refunded as well. */
export const LOST: SQL = sql`case when p.dispute_status = 'lost' then coalesce(p.dispute_amount, p.amount) else 0 end`;

/** SQL: whether an admin has ended the enrollment of a payment `p` because its dispute was lost. */
export const IS_ENDED: SQL = sql`(p.dispute_status = 'lost' and p.dispute_decision is not distinct from 'ended')`;
