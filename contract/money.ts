import { z } from 'zod';

export const CURRENCY = 'usd';

/** The highest price of a class, in major units. */
export const MAXIMUM_PRICE = 999_999.99;

/** Converts major units to whole minor units, which the card provider expects: 49.99 becomes 4999. */
export const toMinorUnits = (price: number): number => Math.round(price * 100);

/** Converts whole minor units to major units: 4999 becomes 49.99. */
export const toMajorUnits = (minorUnits: number): number => minorUnits / 100;

const hasAtMostTwoDecimals = (price: number): boolean => Math.abs(price * 100 - toMinorUnits(price)) < 1e-6;

/** A price in major units, with at most two decimals, from 0 to 999,999.99. */
export const priceSchema = z
  .number({ error: 'Price must be a number' })
  .min(0, 'Price must be at least 0')
  .max(MAXIMUM_PRICE, 'Price must be at most 999,999.99')
  .refine(hasAtMostTwoDecimals, 'Price must have at most two decimal places');

/** A price in a query string. */
export const priceQuerySchema = z.coerce.number().pipe(priceSchema).describe('Major units of the currency');

// Creating a formatter takes forty times longer than using it.
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const WITH_CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats a price in major units as the screens show it, with a "$" suffix: `49.99$`, `120$`. */
export const formatPrice = (price: number): string =>
  `${(Number.isInteger(price) ? WHOLE : WITH_CENTS).format(price)}$`;
