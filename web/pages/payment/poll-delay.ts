/** In milliseconds. */
const MIN_DELAY = 1_500;
const MAX_DELAY = 15_000;
const GROWTH = 1.5;

/** Milliseconds to wait after a number of polls. The server's rate limit leaves room for them. */
export const pollDelay = (asked: number): number => Math.min(MIN_DELAY * GROWTH ** asked, MAX_DELAY);
