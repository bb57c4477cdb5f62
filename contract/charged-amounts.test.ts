import { expect, it } from 'vitest';
import { chargedToMajor, chargedToMinor, decimalsOf } from './charged-amounts.ts';
import { CURRENCY_CODES } from './currencies.ts';

it('converts amounts in a currency with other decimals', () => {
  expect(chargedToMajor(1950, 'jpy')).toBe(1950);
  expect(chargedToMinor(1950, 'jpy')).toBe(1950);
  expect(chargedToMajor(1950, 'kwd')).toBe(1.95);
  expect(chargedToMinor(1.95, 'kwd')).toBe(1950);
});

it('every currency that a site can use has two decimals', () => {
  for (const currency of CURRENCY_CODES) expect(decimalsOf(currency)).toBe(2);
});
