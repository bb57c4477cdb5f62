import { bought, paid, refund } from './regression-steps.ts';
import type { Step } from './steps.ts';
import { LIMITED_OFFER } from './world.ts';

const visa = { card: 'pm_card_visa', passes: true } as const;
const limited: Step[] = [0, 1].map((buyer) => ({ ...bought, buyer, offer: LIMITED_OFFER }));
const wait = { do: 'wait', offer: LIMITED_OFFER, shop: 1, leaves: false } as const;
const later = { do: 'pass time', seconds: 260_000 } as const;

/** Shrunk sequences that once oversold a class, or withheld a seat from the waiting students. */
export const SEAT_REGRESSIONS: { what: string; steps: Step[] }[] = [
  {
    what: 'a seat is refunded while two students wait: the first buys it, the second and a stranger try to',
    steps: [
      ...limited,
      { ...wait, buyer: 2 },
      { ...wait, buyer: 3 },
      refund,
      { do: 'rounds' },
      { ...bought, buyer: 3, offer: LIMITED_OFFER },
      { ...paid, buyer: 0, offer: LIMITED_OFFER },
      { ...paid, buyer: 2, offer: LIMITED_OFFER },
      refund,
      { do: 'rounds' },
      { ...paid, buyer: 3, offer: LIMITED_OFFER },
    ],
  },
  {
    what: 'a seat is reserved for a student who opens an intent, leaves, and pays days later',
    steps: [
      ...limited,
      { ...wait, buyer: 2 },
      { ...wait, buyer: 3 },
      refund,
      { do: 'rounds' },
      { do: 'open', buyer: 2, offer: LIMITED_OFFER, shop: 0, atBoth: true },
      { ...wait, buyer: 2, leaves: true },
      { ...paid, buyer: 3, offer: LIMITED_OFFER },
      later,
      { do: 'rounds' },
      { do: 'pay', tab: 2, ...visa },
    ],
  },
  {
    what: 'nobody takes the reserved seat, the account of the next student in line is deleted, and the sale continues',
    steps: [
      ...limited,
      { ...wait, buyer: 2 },
      { ...wait, buyer: 3 },
      { do: 'delete user', buyer: 0, shop: 0 },
      { do: 'rounds' },
      later,
      { do: 'delete user', buyer: 3, shop: 1 },
      { do: 'rounds' },
      { ...paid, buyer: 2, offer: LIMITED_OFFER },
    ],
  },
];
