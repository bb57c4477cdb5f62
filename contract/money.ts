import { z } from 'zod';
import { numberError } from './common.ts';
import { formatNumber } from './format-number.ts';

/** The highest price of a class, in major units. */
export const MAX_PRICE = 999_999.99;

/** Converts major units to whole minor units, which the card provider expects: 49.99 becomes 4999. */
export const toMinorUnits = (price: number): number => Math.round(price * 100);

/** Converts whole minor units to major units: 4999 becomes 49.99. */
export const toMajorUnits = (minorUnits: number): number => minorUnits / 100;

const hasAtMostTwoDecimals = (price: number): boolean => Math.abs(price * 100 - toMinorUnits(price)) < 1e-6;

/**
 * Money in major units, with at most two decimals, from 0 to 999,999.99. Floating-point errors are rounded to whole minor
 * units, so that the validated value is the stored one.
 * @param what its name in messages
 */
export const moneySchema = (what: string) =>
  z
    .number({ error: numberError(`${what} is required`, `${what} must be a number`) })
    .min(0, `${what} must be at least 0`)
    .max(MAX_PRICE, `${what} must be at most 999,999.99`)
    .refine(hasAtMostTwoDecimals, `${what} must have at most two decimal places`)
    .overwrite((price) => toMajorUnits(toMinorUnits(price)));

export const priceSchema = moneySchema('Price');

/** A price in a query string. */
export const priceQuerySchema = z.coerce.number().pipe(priceSchema).describe('Major units of the currency');

/** The suffixes of amounts. Other currencies use their code. A no-break space separates suffixes of letters. */
const SUFFIXES: Record<string, string> = {
  usd: '$',
  eur: '€',
  gbp: '£',
  aud: '$',
  brl: 'R$',
  cad: '$',
  czk: '\u00A0Kč',
  dkk: '\u00A0kr',
  hkd: '$',
  inr: '₹',
  mxn: '$',
  nok: '\u00A0kr',
  nzd: '$',
  pln: '\u00A0zł',
  ron: '\u00A0lei',
  sek: '\u00A0kr',
  sgd: '$',
  thb: '฿',
};

/** The symbol of a currency as it is shown beside an amount: `$`, `CHF`. */
export const symbolOf = (currency: string): string => (SUFFIXES[currency] ?? currency.toUpperCase()).trim();

/**
 * Formats a price in major units as the screens show it, with the currency after it: `49.99$`, `120€`, `20 CHF`. A third
 * decimal, which few currencies have, is shown if there is one.
 */
export const formatPrice = (price: number, currency: string): string =>
  formatNumber(price, Number.isInteger(price) ? 0 : hasAtMostTwoDecimals(price) ? 2 : 3) +
  (SUFFIXES[currency] ?? `\u00A0${currency.toUpperCase()}`);
