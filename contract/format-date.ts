const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Without Intl, for the reason of `formatNumber`. */
const write = (year: number, month: number, day: number): string =>
  `${MONTHS[month]!.slice(0, 3)} ${day}, ${year}`;

/** Formats a moment as a date in the user's time zone: Jan 31, 2030. */
export const formatLocalDate = (moment: Date): string =>
  write(moment.getFullYear(), moment.getMonth(), moment.getDate());

/** Formats a moment as a date and a time in the user's time zone: Jan 31, 2030, 4:05 PM. */
export const formatLocalMinute = (moment: Date): string => {
  const hour = moment.getHours();
  const minute = String(moment.getMinutes()).padStart(2, '0');
  return `${formatLocalDate(moment)}, ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** Formats a moment as a date in UTC: Jan 31, 2030. */
export const formatUtcDate = (moment: Date): string =>
  write(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate());

/** Formats a moment as a date in UTC with the whole name of the month: January 31, 2030. */
export const formatLongUtcDate = (moment: Date): string =>
  `${MONTHS[moment.getUTCMonth()]!} ${moment.getUTCDate()}, ${moment.getUTCFullYear()}`;
