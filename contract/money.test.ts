import { describe, expect, it } from 'vitest';
import { refundSchema } from './refunds.ts';
import { formatPrice, priceSchema, toMajorUnits, toMinorUnits } from './money.ts';

describe('money', () => {
  it('converts a price to whole minor units despite floating-point errors', () => {
    expect(toMinorUnits(19.99)).toBe(1999);
    expect(toMinorUnits(1.1)).toBe(110);
    expect(toMinorUnits(999_999.99)).toBe(99_999_999);
    expect(toMajorUnits(7950)).toBe(79.5);
  });

  it.each([0, 0.5, 49, 49.9, 49.99, 999_999.99])('accepts the price %d', (price) => {
    expect(priceSchema.safeParse(price).success).toBe(true);
  });

  it.each([-1, 1.999, 1_000_000, Number.NaN, Infinity, '12', null])('rejects the price %s', (price) => {
    expect(priceSchema.safeParse(price).success).toBe(false);
  });

  it('rounds a floating-point number to whole minor units', () => {
    expect(priceSchema.parse(0.1 + 0.2)).toBe(0.3);
    expect(priceSchema.parse(7e-323)).toBe(0);
    expect(refundSchema.safeParse({ reason: 'Moved away', amount: 7e-323 }).success).toBe(false);
    expect(refundSchema.safeParse({ reason: 'Moved away', amount: 0.01 }).success).toBe(true);
  });

  it('formats a price with its currency after it, and with cents only if there are any', () => {
    expect(formatPrice(49, 'usd')).toBe('49$');
    expect(formatPrice(79.5, 'eur')).toBe('79.50€');
    expect(formatPrice(1_250, 'chf')).toBe('1,250\u00A0CHF');
    expect(formatPrice(20, 'sek')).toBe('20\u00A0kr');
    expect(formatPrice(1.505, 'kwd')).toBe('1.505\u00A0KWD');
    expect(formatPrice(0.1 + 0.2, 'usd')).toBe('0.30$');
  });
});
