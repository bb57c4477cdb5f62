import { REVIEW_STATUSES } from '#contract/review.ts';

type Status = (typeof REVIEW_STATUSES)[number];

/** The labels of review statuses. */
export const STATUS_LABELS: Record<Status, string> = {
  Pending: 'Pending',
  approve: 'Approved',
  rejected: 'Rejected',
};

/** Filters a list by review status. */
export const STATUS_FILTER = {
  name: 'status' as const,
  label: 'Status',
  allLabel: 'All statuses',
  values: REVIEW_STATUSES,
  options: REVIEW_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
  read: ({ status }: { status?: string }): { status?: Status } => ({
    status: REVIEW_STATUSES.find((known) => known === status),
  }),
};
