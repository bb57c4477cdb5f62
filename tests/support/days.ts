const DAY = 86_400_000;

/** The date so many days from today in UTC, as in a date field: 2030-01-31. Any fixed date passes one day. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
