/** The time zone of a deadline that was set without one. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** Whether a name is that of a time zone in the IANA database, such as `Asia/Dhaka`. */
export const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
};

/** A time zone's offset from UTC at a moment (milliseconds since 1970), in milliseconds. */
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

/** The moment at which a day ends in a time zone: midnight, or the first moment of the next day if clocks skip midnight. */
export const endOfDay = (date: string, timeZone: string): Date => {
  const inUtc = Date.parse(`${date}T00:00:00Z`) + 86_400_000;
  // The offset from UTC may differ at the end of the day itself.
  const near = inUtc - aheadOfUtc(inUtc, timeZone);
  const midnight = inUtc - aheadOfUtc(near, timeZone);
  const isSkipped = midnight + aheadOfUtc(midnight, timeZone) < inUtc;
  return new Date(isSkipped ? near : midnight);
};
