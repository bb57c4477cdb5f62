import { formatLocalDate, formatLocalMinute, formatUtcDate } from '#contract/format-date.ts';

/** Formats a timestamp as a date in the user's time zone: Jan 31, 2030. */
export const formatDay = (moment: string): string => formatLocalDate(new Date(moment));

/** Formats a timestamp as date and time in the user's time zone: Jan 31, 2030, 4:05 PM. */
export const formatMoment = (moment: string): string => formatLocalMinute(new Date(moment));

/** Formats an important moment in the user's time zone, with the zone's name: Jan 31, 2030, 4:05 PM GMT+6. */
export const formatDue = (moment: string): string =>
  new Date(moment).toLocaleString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** Formats the last moment before a deadline like {@link formatDue}. @param dueAt the first moment that is too late */
export const formatDeadline = (dueAt: string): string =>
  formatDue(new Date(Date.parse(dueAt) - 1).toISOString());

/** Formats the day of a payment in UTC, the same for all readers: Jan 31, 2030 (UTC). */
export const formatPaymentDay = (moment: string): string => `${formatUtcDate(new Date(moment))} (UTC)`;

/** Formats a calendar date without a time zone. */
export const formatDate = (date: string): string => formatUtcDate(new Date(date));

/** Today in the user's time zone, as in a date field: 2030-01-31. */
export const today = (): string => {
  const now = new Date();
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${now.getFullYear()}-${month}-${day}`;
};
