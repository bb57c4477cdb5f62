import { expect, test } from 'vitest';
import { DAYS_OF_TWO_MONTHS, earnedByMonth } from './earned-by-month.ts';

/** The days until a date, on each of which ten cents were earned. */
const daysUntil = (last: string) =>
  Array.from({ length: DAYS_OF_TWO_MONTHS }, (_, index) => {
    const date = new Date(`${last}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - (DAYS_OF_TWO_MONTHS - 1 - index));
    return {
      date: date.toISOString().slice(0, 10),
      count: 1,
      amount: 0.1,
      refunded: 0,
      lost: 0,
      revenue: 0.1,
    };
  });

test.each([
  ['2026-08-31', 3.1, 3.1],
  ['2026-01-02', 0.2, 3.1],
  ['2028-03-31', 3.1, 2.9],
  ['2026-03-01', 0.1, 2.8],
])('on %s, %d was earned this month and %d in the last one', (today, now, before) => {
  expect(earnedByMonth(daysUntil(today))).toEqual({ now, before });
});
