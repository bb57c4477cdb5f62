import { CLASS_STATUSES } from '#contract/review.ts';
import { STATUS_FILTER } from '#web/review/status-filter.ts';

/** Filters the classes of a teacher, who has drafts as well, by their status. */
export const OWN_STATUS_FILTER = {
  ...STATUS_FILTER,
  values: CLASS_STATUSES,
  options: [{ value: 'Draft', label: 'Draft' }, ...STATUS_FILTER.options],
};
