/** Milliseconds. */
const SHORTEST = 1_500;
const LONGEST = 15_000;
const GROWTH = 1.5;

/** How long to wait after so many questions: milliseconds. The server's rate limit leaves room for that. */
export const pollDelay = (asked: number): number => Math.min(SHORTEST * GROWTH ** asked, LONGEST);
