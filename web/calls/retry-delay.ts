import { QUERY_DEFAULTS } from '#contract/constants.ts';

/** Milliseconds until the next attempt: exponential backoff with an upper limit. */
export const retryDelay = (failures: number): number =>
  Math.min(1_000 * 2 ** failures, QUERY_DEFAULTS.longestRetryDelay);
