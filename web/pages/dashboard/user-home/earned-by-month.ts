import type { EarningTotals } from '#contract/revenue.ts';

/** Covers the current month and the one before it, whatever the date. */
export const DAYS_OF_TWO_MONTHS = 62;

/** @param month 2030-01 @returns 2029-12 */
const monthBefore = (month: string): string => {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString().slice(0, 7);
};

/** What was earned in the month (UTC) of the last day, and in the month before. */
export const earnedByMonth = (days: EarningTotals['days']): { now: number; before: number } => {
  const month = days.at(-1)!.date.slice(0, 7);
  const sumOf = (of: string) => {
    const sum = days.reduce((total, { date, revenue }) => total + (date.startsWith(of) ? revenue : 0), 0);
    return Math.round(sum * 100) / 100;
  };
  return { now: sumOf(month), before: sumOf(monthBefore(month)) };
};
