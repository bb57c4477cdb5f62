import { describe, expect, it } from 'vitest';
import { formatLocalDate, formatLocalMinute, formatLongUtcDate, formatUtcDate } from './format-date.ts';
import { formatNumber } from './format-number.ts';

describe('formatting in English', () => {
  it.each([0, 7, 999, 1_000, 123_456, 1_234_567, -1_234.5, 0.5, 19.99, 999_999.99])(
    'formats the number %d as Intl does',
    (value) => {
      for (const decimals of [0, 2]) {
        const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
        expect(formatNumber(value, decimals)).toBe(value.toLocaleString('en-US', options));
      }
    },
  );

  it('formats a day of each month, at different times, as Intl does', () => {
    for (let month = 0; month < 12; month += 1) {
      const moment = new Date(Date.UTC(2027, month, 1 + month * 2, month * 2, month * 5));
      expect(formatLocalDate(moment)).toBe(moment.toLocaleDateString('en-US', { dateStyle: 'medium' }));
      expect(formatLocalMinute(moment)).toBe(
        moment.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }),
      );
      expect(formatUtcDate(moment)).toBe(
        moment.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
      );
      expect(formatLongUtcDate(moment)).toBe(
        moment.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
      );
    }
  });
});
