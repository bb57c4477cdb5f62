/**
 * The currencies that a site can use: those of the card provider with two decimals, each with its minimum charge in
 * minor units (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
export const CURRENCIES = {
  usd: { name: 'US dollar', minimum: 50 },
  eur: { name: 'Euro', minimum: 50 },
  gbp: { name: 'British pound', minimum: 30 },
  aed: { name: 'UAE dirham', minimum: 200 },
  aud: { name: 'Australian dollar', minimum: 50 },
  brl: { name: 'Brazilian real', minimum: 50 },
  cad: { name: 'Canadian dollar', minimum: 50 },
  chf: { name: 'Swiss franc', minimum: 50 },
  czk: { name: 'Czech koruna', minimum: 1_500 },
  dkk: { name: 'Danish krone', minimum: 250 },
  hkd: { name: 'Hong Kong dollar', minimum: 400 },
  inr: { name: 'Indian rupee', minimum: 50 },
  mxn: { name: 'Mexican peso', minimum: 1_000 },
  myr: { name: 'Malaysian ringgit', minimum: 200 },
  nok: { name: 'Norwegian krone', minimum: 300 },
  nzd: { name: 'New Zealand dollar', minimum: 50 },
  pln: { name: 'Polish złoty', minimum: 200 },
  ron: { name: 'Romanian leu', minimum: 200 },
  sek: { name: 'Swedish krona', minimum: 300 },
  sgd: { name: 'Singapore dollar', minimum: 50 },
  thb: { name: 'Thai baht', minimum: 1_000 },
} as const;

export type Currency = keyof typeof CURRENCIES;

/** The currency of a site whose owner has not changed it. */
export const DEFAULT_CURRENCY: Currency = 'usd';

/** The codes (ISO 4217, in lower case, as the card provider writes them). */
export const CURRENCY_CODES = Object.keys(CURRENCIES) as [Currency, ...Currency[]];
