/** Milliseconds. */
export const HOUR = 60 * 60 * 1_000;
export const DAY = 24 * HOUR;
/** How many days the demo's history goes back. */
export const HISTORY = 120;

/** The date `days` days ago. */
export const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY);
