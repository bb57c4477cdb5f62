export const RETRIES = 3;
/** Milliseconds. */
export const LONGEST_RETRY_DELAY = 30_000;

/** Milliseconds until the next attempt: exponential backoff with an upper limit. */
export const retryDelay = (failures: number): number => Math.min(1_000 * 2 ** failures, LONGEST_RETRY_DELAY);
