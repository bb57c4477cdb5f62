/** A moment as a day in the reader's time zone: Jan 31, 2030. */
export const formatDay = (moment: string): string =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'medium' });

/** A moment in the reader's time zone: Jan 31, 2030, 4:05 PM. */
export const formatMoment = (moment: string): string =>
  new Date(moment).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** The last minute of a deadline's day, which ends in UTC, in the reader's time zone. */
export const formatDeadline = (date: string): string => formatMoment(`${date}T23:59:00Z`);

/** A calendar day without a time zone, such as a deadline. */
export const formatDate = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
