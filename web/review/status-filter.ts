import { REVIEW_STATUSES } from '#contract/review.ts';

export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** The labels of review statuses. */
export const STATUS_LABELS: Record<ReviewStatus, string> = {
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
};
