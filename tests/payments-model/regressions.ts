import type { Fault } from '#tests/support/stand-in/faults.ts';
import type { Step } from './steps.ts';

const times = (fault: Fault, count: number): Fault[] => Array.from({ length: count }, () => fault);
const visa = { card: 'pm_card_visa', passes: true } as const;
const bought: Step = { do: 'buy', buyer: 0, offer: 0, shop: 0, card: 'pm_card_visa', reports: true };
const paid: Step = { ...bought, reports: false };
const told: Step = { do: 'deliver all', shop: 0, backwards: false };
const lost: Step = { do: 'deliver', event: 0, shop: 0, how: 'lost' };
const lostAll: Step[] = Array.from({ length: 12 }, () => lost);
const refund: Step = { do: 'refund', payment: 0, share: 1, shop: 0 };
const dashboardRefund: Step = { do: 'refund in dashboard', payment: 0, share: 1, isPending: false };

/** Sequences that once left a charge without its enrollment or refund, or the books wrong: shrunk, and kept. */
export const REGRESSIONS: { what: string; steps: Step[] }[] = [
  {
    what: 'two tabs ask for an intent at once, one is told that its key is in use, the other one pays',
    steps: [
      { do: 'open', buyer: 0, offer: 0, shop: 0, atBoth: true },
      { do: 'pay', tab: 0, ...visa },
    ],
  },
  {
    what: 'an intent was asked for, the provider answered 429, and the first answer is paid',
    steps: [
      { do: 'faults', script: times('cut after', 3) },
      { do: 'open', buyer: 0, offer: 0, shop: 0, atBoth: false },
      { do: 'faults', script: times('rate limited', 3) },
      { do: 'open', buyer: 0, offer: 0, shop: 0, atBoth: false },
      { do: 'open', buyer: 0, offer: 0, shop: 0, atBoth: false },
      { do: 'pay', tab: 0, ...visa },
    ],
  },
  {
    what: 'the provider made an intent, kept a 500 under its key, and is asked again',
    steps: [
      { do: 'faults', script: times('stored 500 after', 1) },
      { do: 'open', buyer: 0, offer: 0, shop: 0, atBoth: false },
      { do: 'open', buyer: 0, offer: 0, shop: 0, atBoth: false },
      { do: 'pay', tab: 0, ...visa },
      { do: 'report', tab: 0, shop: 0 },
    ],
  },
  {
    what: 'a part is refunded in the dashboard, the rest is pending and then fails',
    steps: [
      bought,
      { ...dashboardRefund, share: 0.6 },
      told,
      { ...dashboardRefund, share: 0.4, isPending: true },
      told,
      { do: 'settle refund', refund: 0, outcome: 'failed' },
      told,
    ],
  },
  {
    what: 'a refund meets a 500 that the provider keeps and did not act on',
    steps: [bought, { do: 'faults', script: times('stored 500', 1) }, refund],
  },
  {
    what: 'a refund meets a 500 that the provider keeps although it made the refund',
    steps: [bought, { do: 'faults', script: times('stored 500 after', 1) }, refund, ...lostAll],
  },
  {
    what: 'the event of a refund in the dashboard is lost',
    steps: [bought, dashboardRefund, ...lostAll],
  },
  {
    what: 'a refund in the dashboard is pending, and the event of its failure is lost',
    steps: [
      bought,
      { ...dashboardRefund, isPending: true },
      told,
      { do: 'settle refund', refund: 0, outcome: 'failed' },
      ...lostAll,
    ],
  },
  {
    what: 'a part is refunded in the dashboard before the payment is recorded',
    steps: [paid, { ...dashboardRefund, share: 0.4 }, ...lostAll],
  },
  {
    what: 'the event of a payment is handled on a stale read',
    steps: [paid, { do: 'faults', script: times('stale', 3) }, told],
  },
  {
    what: 'a charge is disputed, the events are lost, and the dispute is lost too',
    steps: [
      bought,
      { do: 'dispute', payment: 0 },
      { do: 'close dispute', dispute: 0, outcome: 'lost' },
      ...lostAll,
    ],
  },
  {
    what: 'a refund is refused because the charge is disputed',
    steps: [bought, { do: 'dispute', payment: 0 }, ...lostAll, refund],
  },
  {
    what: 'a refund in the dashboard is pending before the payment is recorded',
    steps: [paid, { ...dashboardRefund, isPending: true }],
  },
  {
    what: 'a disputed payment cannot be delivered, and its refund is refused',
    steps: [
      { ...paid, card: 'pm_card_createDispute' },
      { do: 'withdraw class', offer: 0, shop: 0 },
    ],
  },
  {
    what: 'a server crashes while it reads the event log',
    steps: [paid, { do: 'faults', script: ['crash before'] }, { do: 'rounds' }],
  },
  {
    what: 'another shop of the same account pays for an intent that carries an id of its own',
    steps: [{ do: 'other shop pays', intentId: 'order-17' }, told],
  },
];
