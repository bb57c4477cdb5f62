import { chargesOfShop, type ProviderCharge } from '#tests/support/stand-in/charges.ts';
import { sendEvent, waitingEvents } from '#tests/support/stand-in/events.ts';
import { noFaults } from '#tests/support/stand-in/faults.ts';
import { UNDISTURBED } from '#tests/support/stand-in/stand-in.ts';
import { findBrokenPromises } from '#tests/support/promises.ts';
import { needingAttention } from './calls.ts';
import { ROUND_INTERVAL } from './rounds.ts';
import type { World } from './world.ts';

/**
 * Whether the books have to say that something is wrong with a charge: no money was refunded and nothing is left, or
 * the money was lost in a dispute and an admin has yet to decide on the enrollment.
 */
const isMismatch = (charge: ProviderCharge, isEnrolled: boolean): boolean =>
  isEnrolled
    ? charge.disputes.some(({ status }) => status === 'lost')
    : charge.refunded + charge.pending < charge.amount;

/** What the check of the books does not say although it should, and what it says for no reason. */
const checkFindings = async (world: World): Promise<string[]> => {
  const { rows } = await world.pool.query<{ id: string }>(
    'select p.transaction_id as id from payments p join enrollments e on e.payment_id = p.id',
  );
  const enrolled = new Set(rows.map(({ id }) => id));
  const charges = await chargesOfShop(world.standIn.pool);
  const expected = charges.filter((charge) => isMismatch(charge, enrolled.has(charge.intentId)));
  const findings = await world.findings();
  return [
    ...findings
      .filter((finding) => !expected.some(({ intentId }) => finding.includes(intentId)))
      .map((finding) => `For no reason the books say: ${finding}`),
    ...expected
      .filter(({ intentId }) => !findings.some((finding) => finding.includes(intentId)))
      .map(({ intentId }) => `The books do not say that ${intentId} is wrong`),
  ];
};

const findViolations = async (world: World): Promise<string[]> => [
  ...(await findBrokenPromises(world.standIn.pool, world.pool, await needingAttention(world))),
  ...(await checkFindings(world)),
];

/** Seconds within which everything settles by itself once the last fault is over. */
export const SETTLES_WITHIN = 120;

const deliverLate = async ({ standIn, shops }: World): Promise<string[]> => {
  const { webhookSecret } = standIn.settingsFor(UNDISTURBED);
  const refused: string[] = [];
  for (const event of await waitingEvents(standIn.pool)) {
    const status = await sendEvent(shops[0]!.app.url, webhookSecret, event);
    if (status !== 200) refused.push(`The event ${event.type} is answered ${status}`);
  }
  return refused;
};

/**
 * Ends every fault and lets time pass until all is right, or until it should be.
 * @returns how many seconds that took, and what is wrong after all
 */
export const settle = async (world: World): Promise<{ seconds: number; violations: string[] }> => {
  world.standIn.faults = noFaults;
  await world.restartCrashed();
  let seconds = 0;
  let violations: string[];
  do {
    await world.passTime(ROUND_INTERVAL);
    seconds += ROUND_INTERVAL;
    await world.runRounds();
    violations = await findViolations(world);
  } while (violations.length > 0 && seconds < SETTLES_WITHIN);
  // Events that come days late change nothing any more, and none of them is refused.
  const refused = await deliverLate(world);
  return { seconds, violations: [...violations, ...refused, ...(await findViolations(world))] };
};
