/** Milliseconds. */
export const HOUR = 60 * 60 * 1_000;
export const DAY = 24 * HOUR;
/** The demo's history goes this many days back. */
export const HISTORY = 120;

export const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY);
