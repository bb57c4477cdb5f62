/**
 * The order of a dispute's statuses at the provider. An inquiry (`warning_…`), even a closed one, may become a
 * chargeback. An unknown status ranks with the first.
 */
const RANKS: Record<string, number> = {
  warning_needs_response: 1,
  warning_under_review: 2,
  warning_closed: 3,
  needs_response: 4,
  under_review: 5,
  won: 6,
  lost: 6,
  prevented: 6,
};

/** The rank of a dispute's status, 0 without a dispute. A status of a lower rank is outdated. */
export const rankOfDispute = (status: string | null): number => (status === null ? 0 : (RANKS[status] ?? 1));

/** The statuses of disputes that ended in the seller's favor. */
export const SETTLED_DISPUTES = ['won', 'warning_closed', 'prevented'];

/** The statuses in which a dispute is decided, or an inquiry closed. */
export const FINAL_DISPUTES = ['lost', ...SETTLED_DISPUTES];

/** What an event expects that says only that a dispute has ended. */
export const CLOSED = 'closed';

/** Whether a dispute has reached at least the expected status. */
export const hasReached = (status: string, expected: string | undefined): boolean =>
  expected === CLOSED
    ? FINAL_DISPUTES.includes(status)
    : rankOfDispute(status) >= rankOfDispute(expected ?? null);

/** The beginning of an inquiry's statuses. */
export const INQUIRY = 'warning_';

/** The phase of a dispute: an inquiry takes no money. */
export const phaseOf = (status: string): 'inquiry' | 'chargeback' =>
  status.startsWith(INQUIRY) ? 'inquiry' : 'chargeback';

/** The statuses of disputes that await evidence. */
export const ANSWERABLE_DISPUTES = ['needs_response', 'warning_needs_response'];
