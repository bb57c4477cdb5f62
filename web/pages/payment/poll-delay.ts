/** In milliseconds. */
const SHORTEST = 1_500;
const LONGEST = 15_000;
const GROWTH = 1.5;

/** Milliseconds to wait after a number of polls. The server's rate limit leaves room for them. */
export const pollDelay = (asked: number): number => Math.min(SHORTEST * GROWTH ** asked, LONGEST);
