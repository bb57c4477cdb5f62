// Creating a formatter takes thirty times longer than using it.
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const DAY_IN_UTC = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a timestamp as a date in the user's time zone: Jan 31, 2030. */
export const formatDay = (moment: string): string => DAY.format(new Date(moment));

/** Formats a timestamp as date and time in the user's time zone: Jan 31, 2030, 4:05 PM. */
export const formatMoment = (moment: string): string => MOMENT.format(new Date(moment));

/** Formats the last minute before a deadline in the user's time zone. The deadline's day ends in UTC. */
export const formatDeadline = (date: string): string => formatMoment(`${date}T23:59:00Z`);

/** Formats a calendar date that has no time zone. */
export const formatDate = (date: string): string => DAY_IN_UTC.format(new Date(`${date}T00:00:00Z`));
