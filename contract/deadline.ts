/** The time zone of a deadline that was set without one. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** Whether this is a time zone by its name in the IANA database, such as `Asia/Dhaka`. */
export const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
};

/** Milliseconds by which a zone's clocks are ahead of UTC at a moment, given in milliseconds since 1970. */
const aheadOfUtc = (moment: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    parts.map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const clocks = new Date(0);
  clocks.setUTCFullYear(year, month - 1, day);
  return clocks.setUTCHours(hour, minute, second) - moment;
};

/**
 * The moment at which a day ends in a time zone: midnight, or where the clocks are moved at midnight, within that hour.
 * @param date such as `2030-01-31`
 * @param timeZone a name for which `isTimeZone` holds
 */
export const endOfDay = (date: string, timeZone: string): Date => {
  const inUtc = Date.parse(`${date}T00:00:00Z`) + 86_400_000;
  // The difference to UTC may be another one at the moment itself.
  const near = inUtc - aheadOfUtc(inUtc, timeZone);
  return new Date(inUtc - aheadOfUtc(near, timeZone));
};
