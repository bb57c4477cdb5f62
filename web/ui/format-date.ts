/** Formats a timestamp as a date in the user's time zone: Jan 31, 2030. */
export const formatDay = (moment: string): string =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'medium' });

/** Formats a timestamp as date and time in the user's time zone: Jan 31, 2030, 4:05 PM. */
export const formatMoment = (moment: string): string =>
  new Date(moment).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats the last minute before a deadline in the user's time zone. The deadline's day ends in UTC. */
export const formatDeadline = (date: string): string => formatMoment(`${date}T23:59:00Z`);

/** Formats a calendar date that has no time zone. */
export const formatDate = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
