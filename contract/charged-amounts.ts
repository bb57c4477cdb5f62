/**
 * The currencies without two decimals, as the card provider counts them (https://docs.stripe.com/currencies). No site sells
 * in them, but a payment whose currency was changed at the provider can have been charged in one.
 */
const OTHER_DECIMALS: [decimals: number, currencies: string[]][] = [
  [
    0,
    ['bif', 'clp', 'djf', 'gnf', 'jpy', 'kmf', 'krw', 'mga', 'pyg', 'rwf', 'vnd', 'vuv', 'xaf', 'xof', 'xpf'],
  ],
  [3, ['bhd', 'jod', 'kwd', 'omr', 'tnd']],
];

/** The number of decimals of amounts in a currency. */
export const decimalsOf = (currency: string): number =>
  OTHER_DECIMALS.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2;

/** Converts whole minor units of any currency to major units: 4999 becomes 49.99 dollars, or 4999 yen. */
export const chargedToMajor = (minorUnits: number, currency: string): number =>
  minorUnits / 10 ** decimalsOf(currency);

/** Converts major units of any currency to whole minor units. */
export const chargedToMinor = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** decimalsOf(currency));
