import type { HealthFinding } from '#contract/site-health.ts';

/** A finding without the name of its check, which the list of checks adds. */
export type Outcome = Omit<HealthFinding, 'check'>;

export const ok = (found: string): Outcome => ({ status: 'ok', found });

/** @param todo what the operator does about it; `setting` names the setting to change, if it is one */
export const warning = (found: string, todo: string, setting?: string): Outcome => ({
  status: 'warning',
  found,
  todo,
  ...(setting && { setting }),
});

/** As `warning`, for what breaks something. */
export const problem = (found: string, todo: string, setting?: string): Outcome => ({
  ...warning(found, todo, setting),
  status: 'problem',
});
