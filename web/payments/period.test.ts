import { describe, expect, test } from 'vitest';
import { daysOf } from './period.ts';

describe('the last 12 months', () => {
  test.each([
    ['2026-11-29', '2025-12-01'],
    ['2026-01-01', '2025-02-01'],
    ['2028-02-29', '2027-03-01'],
    ['2028-12-31', '2028-01-01'],
  ])('until %s begin on %s', (today, first) => {
    const days = daysOf('year', new Date(`${today}T23:59:59Z`));
    const begin = new Date(`${today}T00:00:00Z`);
    begin.setUTCDate(begin.getUTCDate() - (days - 1));
    expect(begin.toISOString().slice(0, 10)).toBe(first);
    // The most that the call accepts.
    expect(days).toBeLessThanOrEqual(366);
  });
});
