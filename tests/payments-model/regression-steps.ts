import type { Step } from './steps.ts';

/** A purchase that the browser reports, one that it does not report, and a whole refund by an admin. */
export const bought = {
  do: 'buy',
  buyer: 0,
  offer: 0,
  shop: 0,
  card: 'pm_card_visa',
  reports: true,
} as const satisfies Step;
export const paid = { ...bought, reports: false } as const satisfies Step;
export const refund = { do: 'refund', payment: 0, share: 1, shop: 0 } as const satisfies Step;
