import fc from 'fast-check';
import { CRASHES, FAULTS, type Crash, type Fault } from '#tests/support/stand-in/faults.ts';
import { BUYERS, OFFERS, PRICES } from './world.ts';

const CARDS = [
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_authenticationRequired',
  'pm_card_createDispute',
  'pm_card_refundFail',
  'pm_card_pendingRefund',
] as const;

/** How an event reaches a server: as it is, twice, in a newer API version, without its fields, or not at all. */
export const DELIVERIES = ['once', 'twice', 'newer', 'bare', 'lost'] as const;

/**
 * One step of a sequence. Payments, tabs, refunds, disputes and events are identified by a number among the existing
 * ones, so that a sequence keeps its meaning when it is shrunk.
 */
export type Step =
  | { do: 'open'; buyer: number; offer: number; shop: number; atBoth: boolean }
  | { do: 'pay'; tab: number; card: (typeof CARDS)[number]; passes: boolean }
  | { do: 'report'; tab: number; shop: number }
  | { do: 'buy'; buyer: number; offer: number; shop: number; card: (typeof CARDS)[number]; reports: boolean }
  /** Joins or leaves the waiting list of a class. Buyers who find no seat join it as well. */
  | { do: 'wait'; buyer: number; offer: number; shop: number; leaves: boolean }
  | { do: 'price'; offer: number; price: number }
  | { do: 'withdraw class'; offer: number; shop: number }
  /** Done by an admin. `returns`: the class is corrected and published again. */
  | { do: 'unpublish class'; offer: number; shop: number; returns: boolean }
  | { do: 'delete user'; buyer: number; shop: number }
  /** `share` is the share of the paid amount, 1 for all of it. */
  | { do: 'refund'; payment: number; share: number; shop: number }
  | { do: 'refund in dashboard'; payment: number; share: number; isPending: boolean }
  | { do: 'settle refund'; refund: number; outcome: 'succeeded' | 'failed' | 'canceled' }
  /** The bank rejects a refund that was made. */
  | { do: 'reject refund'; refund: number }
  /** Applies to payments whose refund has failed. */
  | { do: 'retry refund'; payment: number; shop: number }
  | { do: 'pay otherwise'; payment: number; shop: number }
  /** `share`: absent or 1 for the whole charge. `outcome`: how the dispute ends at once, or null if it stays open. */
  | { do: 'dispute'; payment: number; share?: number; outcome: 'won' | 'lost' | null }
  | { do: 'close dispute'; dispute: number; outcome: 'won' | 'lost' }
  /** Applies to payments whose dispute was lost. */
  | { do: 'decide dispute'; payment: number; decision: 'end' | 'gift'; shop: number }
  | { do: 'retry event'; event: number; shop: number }
  | { do: 'sync payment'; payment: number; shop: number }
  /** Switches from test to live keys, or back. */
  | { do: 'change keys' }
  /** Restores an older backup of the database, with the given number of intents and their results. */
  | { do: 'set back'; intents: number }
  | { do: 'adopt'; refundAll: boolean }
  | { do: 'faults'; script: (Fault | Crash | 'none')[] }
  | { do: 'deliver'; event: number; shop: number; how: (typeof DELIVERIES)[number] }
  | { do: 'deliver all'; shop: number; backwards: boolean }
  | { do: 'pass time'; seconds: number }
  | { do: 'rounds' }
  | { do: 'other shop pays'; intentId: string | null };

const number = fc.nat({ max: 9 });
const buyer = fc.nat({ max: BUYERS - 1 });
const offer = fc.nat({ max: OFFERS - 1 });
const shop = fc.nat({ max: 1 });
const share = fc.constantFrom(1, 1, 0.4, 0.6);
const card = fc.oneof(
  { weight: 4, arbitrary: fc.constant('pm_card_visa' as const) },
  { weight: 3, arbitrary: fc.constantFrom(...CARDS) },
);
const script = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...FAULTS.filter((fault) => fault !== 'slow')) },
        { weight: 2, arbitrary: fc.constantFrom(...CRASHES) },
        { weight: 3, arbitrary: fc.constant('none' as const) },
      ),
      // The client retries failed requests, so only a lasting fault reaches our code.
      fc.constantFrom(1, 3, 6),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.flatMap(([fault, times]) => Array.from({ length: times }, () => fault)));

const of = <Kind extends Step['do']>(
  kind: Kind,
  fields: { [Name in Exclude<keyof Extract<Step, { do: Kind }>, 'do'>]: fc.Arbitrary<unknown> },
): fc.Arbitrary<Step> => fc.record({ do: fc.constant(kind), ...fields }) as fc.Arbitrary<Step>;

/** Each value as an arbitrary that always has it. */
const constants = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fc.constant(value)])) as {
    [Name in keyof Fields]: fc.Arbitrary<Fields[Name]>;
  };

const buy = of('buy', { buyer, offer, shop, card, reports: fc.boolean() });

const dispute = of('dispute', {
  payment: number,
  share,
  outcome: fc.constantFrom(null, 'lost', 'lost', 'won'),
});
const deliverAll = of('deliver all', { shop, backwards: fc.constant(false) });

/** A buyer is refunded and buys the class again, and the bank may reject the refund before the second payment ends. */
const boughtAgain = fc.record({ buyer, offer, shop }).chain((who) => {
  const again = of('buy', { ...constants(who), card, reports: fc.constant(true) });
  return fc.tuple(
    again,
    of('refund', { payment: number, share: fc.constant(1), shop }),
    again,
    of('reject refund', { refund: number }),
    deliverAll,
  );
});

/** A failed refund or a lost dispute needs several steps, which rarely occur in sequence by chance. */
const trouble = fc.oneof(
  fc.tuple(
    of('buy', { buyer, offer, shop, card: fc.constant('pm_card_refundFail'), reports: fc.constant(true) }),
    of('refund', { payment: number, share, shop }),
    deliverAll,
  ),
  fc.tuple(buy, dispute, deliverAll),
  boughtAgain,
);

/** What has happened before a sequence starts. Without payments, most steps would have no target. */
export const EARLIER: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: buy.map((step) => [step]) }, { weight: 1, arbitrary: trouble }), {
    maxLength: 4,
  })
  .map((parts) => parts.flat());

/** All kinds of steps, with the usual ones more frequent. */
export const STEPS: fc.Arbitrary<Step>[] = [
  ...Array.from({ length: 3 }, () => buy),
  ...Array.from({ length: 2 }, () => of('open', { buyer, offer, shop, atBoth: fc.boolean() })),
  ...Array.from({ length: 2 }, () => of('pay', { tab: number, card, passes: fc.boolean() })),
  of('report', { tab: number, shop }),
  of('wait', { buyer, offer, shop, leaves: fc.boolean() }),
  of('price', { offer, price: fc.constantFrom(...PRICES) }),
  of('withdraw class', { offer, shop }),
  of('unpublish class', { offer, shop, returns: fc.boolean() }),
  of('delete user', { buyer, shop }),
  ...Array.from({ length: 2 }, () => of('refund', { payment: number, share, shop })),
  of('refund in dashboard', { payment: number, share, isPending: fc.boolean() }),
  of('settle refund', { refund: number, outcome: fc.constantFrom('succeeded', 'failed', 'canceled') }),
  of('reject refund', { refund: number }),
  of('retry refund', { payment: number, shop }),
  of('pay otherwise', { payment: number, shop }),
  dispute,
  of('close dispute', { dispute: number, outcome: fc.constantFrom('won', 'lost') }),
  of('decide dispute', { payment: number, decision: fc.constantFrom('end', 'gift'), shop }),
  of('retry event', { event: number, shop }),
  of('sync payment', { payment: number, shop }),
  of('change keys', {}),
  of('set back', { intents: fc.nat({ max: 3 }) }),
  of('adopt', { refundAll: fc.boolean() }),
  ...Array.from({ length: 4 }, () => of('faults', { script })),
  ...Array.from({ length: 2 }, () =>
    of('deliver', { event: number, shop, how: fc.constantFrom(...DELIVERIES) }),
  ),
  of('deliver all', { shop, backwards: fc.boolean() }),
  of('pass time', { seconds: fc.constantFrom(20, 61, 700, 3_700, 90_000, 260_000) }),
  ...Array.from({ length: 2 }, () => of('rounds', {})),
  of('other shop pays', {
    intentId: fc.constantFrom(null, 'order-17', '0b2b7a52-6b0c-4d1c-9a4a-2f4c54a8f3d1'),
  }),
];
