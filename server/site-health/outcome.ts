import { HEALTH_STATUSES, type HealthFinding } from '#contract/site-health.ts';

/** A finding without the name of its check, which the list of checks adds. */
export type Outcome = Omit<HealthFinding, 'check'>;

/** The outcome of a check that found nothing wrong. */
export const ok = (found: string): Outcome => ({ status: 'ok', found });

/**
 * The outcome of a check that found a choice to reconsider.
 * @param todo what the operator should do; `setting` is the setting to change, if there is one
 */
export const warning = (found: string, todo: string, setting?: string): Outcome => ({
  status: 'warning',
  found,
  todo,
  ...(setting && { setting }),
});

/** Like `warning`, for something that does not work. */
export const problem = (found: string, todo: string, setting?: string): Outcome => ({
  ...warning(found, todo, setting),
  status: 'problem',
});

/** Orders outcomes from worst to best, for `sort`. */
export const bySeverity = (one: Outcome, other: Outcome): number =>
  HEALTH_STATUSES.indexOf(other.status) - HEALTH_STATUSES.indexOf(one.status);
