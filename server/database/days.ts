import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1_000;

const utcDate = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The start of the first of the last `days` days (UTC, including today). */
export const startOfDays = (days: number, now: Date): Date =>
  new Date(`${utcDate(new Date(now.getTime() - (days - 1) * DAY))}T00:00:00Z`);

/** The dates of the last `days` days (UTC, including today), oldest first. */
export const datesOf = (days: number, now: Date): string[] => {
  const start = startOfDays(days, now).getTime();
  return Array.from({ length: days }, (_, index) => utcDate(new Date(start + index * DAY)));
};

/** The date (UTC) of a column with a moment, such as 2030-01-31. */
export const utcDateOf = (moment: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD')`;
