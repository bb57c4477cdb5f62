import type { Fault } from '#tests/support/stand-in/faults.ts';
import type { Step } from './steps.ts';
import { bought, paid, refund } from './regression-steps.ts';

const times = (fault: Fault, count: number): Fault[] => Array.from({ length: count }, () => fault);
const visa = { card: 'pm_card_visa', passes: true } as const;
const deliverAll: Step = { do: 'deliver all', shop: 0, backwards: false };
const lost: Step = { do: 'deliver', event: 0, shop: 0, how: 'lost' };
const deliverBare = { do: 'deliver', event: 0, shop: 0, how: 'bare' } as const;
const lostAll: Step[] = Array.from({ length: 12 }, () => lost);
const dashboardRefund: Step = { do: 'refund in dashboard', payment: 0, share: 1, isPending: false };

const boughtAgain: Step[] = [bought, refund, bought, { do: 'reject refund', refund: 0 }, deliverAll];

/** Shrunk sequences that once left a charge without its enrollment or refund, or broke the books. */
export const REGRESSIONS: { what: string; steps: Step[] }[] = [
  {
    what: 'two tabs request an intent at once, one is told that its key is in use, the other pays',
    steps: [
      { do: 'open', buyer: 0, offer: 0, shop: 0, atBoth: true },
      { do: 'pay', tab: 0, ...visa },
    ],
  },
  {
    what: 'an intent is requested, the provider answers 429, and the first intent is paid',
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
    what: 'the provider creates an intent, stores a 500 for its key, and gets the request again',
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
      deliverAll,
      { ...dashboardRefund, share: 0.4, isPending: true },
      deliverAll,
      { do: 'settle refund', refund: 0, outcome: 'failed' },
      deliverAll,
    ],
  },
  {
    what: 'a refund gets a 500 that the provider stores without making the refund',
    steps: [bought, { do: 'faults', script: times('stored 500', 1) }, refund],
  },
  {
    what: 'a refund gets a 500 that the provider stores although it made the refund',
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
      deliverAll,
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
    steps: [paid, { do: 'faults', script: times('stale', 3) }, deliverAll],
  },
  {
    what: 'a charge is disputed, the events are lost, and the dispute is lost too',
    steps: [
      bought,
      { do: 'dispute', payment: 0, outcome: null },
      { do: 'close dispute', dispute: 0, outcome: 'lost' },
      ...lostAll,
    ],
  },
  {
    what: 'a refund is refused because the charge is disputed',
    steps: [bought, { do: 'dispute', payment: 0, outcome: null }, ...lostAll, refund],
  },
  {
    what: 'a refund in the dashboard is pending before the payment is recorded',
    steps: [paid, { ...dashboardRefund, isPending: true }],
  },
  {
    what: 'a payment cannot be delivered, and its refund in the dashboard is pending, and fails',
    steps: [
      paid,
      { ...dashboardRefund, isPending: true },
      { do: 'withdraw class', offer: 0, shop: 0 },
      deliverAll,
      { do: 'settle refund', refund: 0, outcome: 'failed' },
    ],
  },
  {
    what: 'a disputed payment cannot be delivered, and its refund is refused',
    steps: [
      { ...paid, card: 'pm_card_createDispute' },
      { do: 'withdraw class', offer: 0, shop: 0 },
    ],
  },
  {
    what: 'a disputed payment cannot be delivered, its refund is refused, and the dispute is lost',
    steps: [
      { ...paid, card: 'pm_card_createDispute' },
      { do: 'withdraw class', offer: 0, shop: 0 },
      deliverAll,
      { do: 'close dispute', dispute: 0, outcome: 'lost' },
    ],
  },
  {
    what: 'a server crashes while it reads the event log',
    steps: [paid, { do: 'faults', script: ['crash before'] }, { do: 'rounds' }],
  },
  {
    what: 'another shop of the same account pays for an intent that carries an id of its own',
    steps: [{ do: 'other shop pays', intentId: 'order-17' }, deliverAll],
  },
  {
    what: 'a refund in the dashboard is reported only by events that name nothing but its objects',
    steps: [bought, deliverBare, dashboardRefund, ...Array.from({ length: 8 }, () => deliverBare)],
  },
  {
    what: 'a dispute is closed, reported in the event format of a later version, and handled on a stale read',
    steps: [
      bought,
      deliverAll,
      { do: 'dispute', payment: 0, outcome: 'lost' },
      { do: 'faults', script: times('stale', 30) },
      ...Array.from({ length: 5 }, (): Step => ({ ...deliverBare, how: 'newer' })),
    ],
  },
  {
    what: 'a refund fails and is requested again',
    steps: [
      { ...bought, card: 'pm_card_refundFail' },
      refund,
      deliverAll,
      { do: 'retry refund', payment: 0, shop: 1 },
    ],
  },
  {
    what: 'a refund fails and is paid by other means',
    steps: [
      { ...bought, card: 'pm_card_refundFail' },
      refund,
      deliverAll,
      { do: 'pay otherwise', payment: 0, shop: 1 },
    ],
  },
  {
    what: 'a dispute is lost, and the enrollment ends',
    steps: [
      bought,
      { do: 'dispute', payment: 0, outcome: 'lost' },
      deliverAll,
      { do: 'decide dispute', payment: 0, decision: 'end', shop: 0 },
    ],
  },
  {
    what: 'a dispute over a part is lost, and the enrollment ends',
    steps: [
      bought,
      { do: 'dispute', payment: 0, share: 0.4, outcome: 'lost' },
      deliverAll,
      { do: 'decide dispute', payment: 0, decision: 'end', shop: 0 },
    ],
  },
  {
    what: 'a dispute over a part is lost, the enrollment ends, and the rest is refunded',
    steps: [
      bought,
      { do: 'dispute', payment: 0, share: 0.4, outcome: 'lost' },
      deliverAll,
      { do: 'decide dispute', payment: 0, decision: 'end', shop: 0 },
      { do: 'faults', script: times('stored 500 after', 1) },
      refund,
    ],
  },
  {
    what: 'the keys change while a payment is not recorded and a refund is requested, and change back',
    steps: [
      bought,
      { do: 'faults', script: times('cut before', 3) },
      refund,
      { ...paid, buyer: 1 },
      { do: 'change keys' },
      { do: 'pass time', seconds: 700 },
      { do: 'rounds' },
      { ...bought, offer: 1 },
      { ...refund, payment: 1 },
      { do: 'change keys' },
    ],
  },
  {
    what: 'with live keys, the database is restored to an older state while somebody pays',
    steps: [{ do: 'change keys' }, paid, { do: 'set back', intents: 0 }],
  },
  {
    what: 'the database is restored to an older state, a part was refunded, and the owner refunds what is missing',
    steps: [
      bought,
      { ...dashboardRefund, share: 0.4 },
      { do: 'set back', intents: 0 },
      deliverAll,
      { do: 'retry event', event: 0, shop: 0 },
      { do: 'adopt', refundAll: true },
    ],
  },
  {
    what: 'the database is restored to an older state, and the owner adopts the payments while one of them is disputed',
    steps: [
      { ...bought, card: 'pm_card_createDispute' },
      { ...bought, buyer: 1 },
      { do: 'set back', intents: 0 },
      { do: 'delete user', buyer: 0, shop: 0 },
      { do: 'adopt', refundAll: false },
      { do: 'sync payment', payment: 0, shop: 0 },
    ],
  },
  {
    what: 'a refund of the rest is refused because another one is pending, which then fails',
    steps: [
      bought,
      { ...dashboardRefund, share: 0.6 },
      { do: 'faults', script: ['crash after', 'crash before'] },
      { ...dashboardRefund, share: 1, isPending: true },
      { do: 'refund', payment: 0, share: 1, shop: 1 },
      { do: 'settle refund', refund: 2, outcome: 'failed' },
    ],
  },
  {
    what: 'an event without a mode arrives after the keys have changed, and they change back',
    steps: [paid, { do: 'change keys' }, { do: 'deliver', event: 5, shop: 0, how: 'bare' }, paid],
  },
  {
    what: 'a refund fails, is requested again as the server crashes, and fails again while the buyer pays once more',
    steps: [
      { ...bought, card: 'pm_card_refundFail' },
      refund,
      deliverAll,
      { do: 'faults', script: ['crash before'] },
      refund,
      paid,
    ],
  },
  {
    what: 'a refund is rejected after the buyer has bought the class again, and the second payment is refunded',
    steps: [...boughtAgain, { ...refund, payment: 1 }],
  },
  {
    what: 'a refund is rejected after the buyer has bought the class again, and the enrollment ends after a lost dispute',
    steps: [
      ...boughtAgain,
      { do: 'dispute', payment: 1, outcome: 'lost' },
      deliverAll,
      { do: 'decide dispute', payment: 0, decision: 'end', shop: 0 },
    ],
  },
  {
    what: 'a refund is rejected after the buyer has bought the class again, which a restored database does not know',
    steps: [...boughtAgain, { do: 'set back', intents: 1 }, { do: 'adopt', refundAll: true }],
  },
  {
    what: 'an event waits for the lost row of its payment, and is sent again while the provider is down',
    steps: [
      paid,
      { do: 'set back', intents: 0 },
      deliverAll,
      { do: 'faults', script: times('cut before', 6) },
      { do: 'deliver', event: 0, shop: 0, how: 'once' },
    ],
  },
];
