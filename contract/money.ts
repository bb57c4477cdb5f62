import { z } from 'zod';
import { MAXIMUM_PRICE } from './constants.ts';

/** Whole minor units of a price in major units, as the card provider takes them: 49.99 becomes 4999. */
export const toMinorUnits = (price: number): number => Math.round(price * 100);

/** A price in major units from whole minor units: 4999 becomes 49.99. */
export const toMajorUnits = (minorUnits: number): number => minorUnits / 100;

const hasAtMostTwoDecimals = (price: number): boolean => Math.abs(price * 100 - toMinorUnits(price)) < 1e-6;

/** A price in major units, with at most two decimals, from 0 to 999,999.99. */
export const priceSchema = z
  .number({ error: 'A price is a number' })
  .min(0, 'A price is at least 0')
  .max(MAXIMUM_PRICE, 'A price is at most 999,999.99')
  .refine(hasAtMostTwoDecimals, 'A price has at most two decimals');

/** A price in an address. */
export const priceQuerySchema = z.coerce.number().pipe(priceSchema).describe('Major units of the currency');

/** As the screens show a price: `49.99$`, `120$`, with the "$" as a suffix. */
export const formatPrice = (price: number): string =>
  `${price.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(price) ? 0 : 2, maximumFractionDigits: 2 })}$`;
