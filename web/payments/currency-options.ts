import { CURRENCIES, CURRENCY_CODES } from '#contract/currencies.ts';

/** The currencies of a select. */
export const CURRENCY_OPTIONS = CURRENCY_CODES.map((code) => ({
  value: code,
  label: `${CURRENCIES[code].name} (${code.toUpperCase()})`,
}));
