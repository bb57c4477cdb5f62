import { describe, expect, it } from 'vitest';
import { findPriceProblem, findStartProblem } from './class-form.ts';

describe('the price of a class', () => {
  it.each([
    [0, 'usd'],
    [50, 'usd'],
    [1_500, 'czk'],
  ] as const)('can be %d %s', (price, currency) => {
    expect(findPriceProblem(price, currency)).toBeUndefined();
  });

  it('cannot be below the minimum of the currency, unless it is stored', () => {
    expect(findPriceProblem(49, 'usd')).toBe('Enter at least 0.50$, or 0 for a free class');
    expect(findPriceProblem(1_499, 'czk')).toBe('Enter at least 15\u00A0Kč, or 0 for a free class');
    expect(findPriceProblem(49, 'usd', 49)).toBeUndefined();
    expect(findPriceProblem(48, 'usd', 49)).toBeDefined();
  });
});

describe('the start of a class', () => {
  const today = '2030-01-31';

  it.each([null, undefined, today, '2030-02-01'])('can be %s', (startsOn) => {
    expect(findStartProblem(startsOn, today)).toBeUndefined();
  });

  it('cannot be in the past, unless it is stored', () => {
    expect(findStartProblem('2030-01-30', today)).toBe('Choose today or a later date');
    expect(findStartProblem('2030-01-30', today, '2030-01-30')).toBeUndefined();
    expect(findStartProblem('2030-01-29', today, '2030-01-30')).toBeDefined();
  });
});
