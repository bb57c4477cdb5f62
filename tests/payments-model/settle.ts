import { chargesOfShop, type ProviderCharge } from '#tests/support/stand-in/charges.ts';
import { sendEvent, waitingEvents } from '#tests/support/stand-in/events.ts';
import { noFaults } from '#tests/support/stand-in/faults.ts';
import { UNDISTURBED } from '#tests/support/stand-in/stand-in.ts';
import { findBrokenPromises } from '#tests/support/promises.ts';
import { needingAttention } from './calls.ts';
import { findLockedOut } from './locked-out.ts';
import { ROUND_INTERVAL } from './rounds.ts';
import type { World } from './world.ts';

/** What the shop has recorded about a charge, including its admins' decisions. */
interface Written {
  isEnrolled: boolean;
  /** A dispute was lost, and an admin has ended the enrollment or kept it as a gift. */
  isDecided: boolean;
  /** Minor units that were paid back by other means. */
  elsewhere: number;
}

const readWritten = async (world: World): Promise<Map<string, Written>> => {
  const { rows } = await world.pool.query<Written & { id: string }>(
    `select p.transaction_id as id, e.id is not null as "isEnrolled", p.dispute_decision is not null as "isDecided",
       p.refunded_elsewhere as elsewhere
     from payments p left join enrollments e on e.payment_id = p.id`,
  );
  return new Map(rows.map(({ id, ...written }) => [id, written]));
};

/**
 * Whether the check of the books must report a charge: it is not recorded, it is neither paid back nor enrolled, more
 * was paid back than was taken, or it was lost in a dispute and an admin has not decided on the enrollment yet.
 */
const isMismatch = (charge: ProviderCharge, written?: Written): boolean => {
  const { amount, refunded, pending, disputes } = charge;
  if (!written) return refunded < amount;
  if (refunded + written.elsewhere > amount) return true;
  const lost = disputes.reduce((sum, dispute) => sum + (dispute.status === 'lost' ? dispute.amount : 0), 0);
  return written.isEnrolled
    ? lost > 0 && !written.isDecided
    : refunded + pending + written.elsewhere + lost < amount;
};

/** The findings that the check of the books lacks, and those that it reports for no reason. */
const checkFindings = async (world: World): Promise<string[]> => {
  const written = await readWritten(world);
  const charges = (await chargesOfShop(world.standIn.pool)).filter(({ livemode }) => livemode === world.live);
  const expected = charges.filter((charge) => isMismatch(charge, written.get(charge.intentId)));
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

/** Classes with more students than seats, not counting enrollments that a failed refund has restored. */
const findOversold = async (world: World): Promise<string[]> => {
  const { rows } = await world.pool.query<{ title: string; students: number }>(
    `select c.title, count(*)::int as students from classes c
       join enrollments e on e.class_id = c.id join users u on u.id = e.user_id and u.deleted_at is null
      where not exists (select from refunds r where r.payment_id = e.payment_id and r.status in ('failed', 'canceled'))
      group by c.id having count(*) > c.seats`,
  );
  return rows.map(({ title, students }) => `The class ${title} is oversold: it has ${students} students`);
};

/** Waiting lists that are miscounted, contain a student of the class, or wait although a seat is free. */
const findWrongLists = async (world: World): Promise<string[]> => {
  const { rows } = await world.pool.query<{ title: string }>(
    `select c.title from classes c left join lateral (
         select count(*) as entries, count(*) filter (where w.kept_until is null) as unasked,
                count(*) filter (where w.kept_until > now() and not exists (
                  select from payment_intents i
                   where (i.class_id, i.user_id, i.state) = (w.class_id, w.user_id, 'open'))) as kept,
                count(e.id) as enrolled
           from waiting_list w left join enrollments e on (e.user_id, e.class_id) = (w.user_id, w.class_id)
          where w.class_id = c.id) list on true
      where c.waiting <> entries or enrolled > 0 or (unasked > 0 and is_published(c.status, c.hidden_at)
        and c.seats > c.enroll - c.vacated + kept + (
          select count(*) from payment_intents i where i.class_id = c.id and i.state = 'open'
             and not exists (select from enrollments e where (e.user_id, e.class_id) = (i.user_id, i.class_id))))`,
  );
  return rows.map(({ title }) => `The waiting list of ${title} is wrong`);
};

const findViolations = async (world: World): Promise<string[]> => [
  ...(await findBrokenPromises(world.standIn.pool, world.pool, await needingAttention(world), world.live)),
  ...(await checkFindings(world)),
  ...(await findLockedOut(world)),
  ...(await findOversold(world)),
  ...(await findWrongLists(world)),
];

/** Seconds within which everything must settle by itself after the last fault. */
export const SETTLES_WITHIN = 120;
/** Seconds after which the settled state is checked again. */
const LATER = 3_700;

/** Delivers events days late. Only events of charges that need an admin may be refused. */
const deliverLate = async (world: World): Promise<string[]> => {
  const { standIn, shops, live } = world;
  const { webhookSecret } = standIn.settingsFor(UNDISTURBED);
  const refused: { charge: string; what: string }[] = [];
  for (const event of await waitingEvents(standIn.pool)) {
    if (event.livemode !== live) continue;
    const { id, payment_intent: intent } = event.data.object as { id: string; payment_intent?: string };
    const status = await sendEvent(shops[0]!.app.url, webhookSecret, event);
    if (status === 200) continue;
    refused.push({ charge: intent ?? id, what: `The event ${event.type} is answered ${status}` });
  }
  // Such an event may itself be the first to report the charge.
  const listed = await needingAttention(world);
  return refused.filter(({ charge }) => !listed.has(charge)).map(({ what }) => what);
};

interface Settled {
  /** How long it took, in seconds. */
  seconds: number;
  /** The problems that remain. */
  violations: string[];
}

/** Runs rounds until nothing is wrong any more, or for as long as settling may take. */
const runUntilSettled = async (world: World): Promise<Settled> => {
  let seconds = 0;
  let violations: string[];
  do {
    await world.passTime(ROUND_INTERVAL);
    seconds += ROUND_INTERVAL;
    await world.runRounds();
    violations = await findViolations(world);
  } while (violations.length > 0 && seconds < SETTLES_WITHIN);
  return { seconds, violations };
};

const settleMode = async (world: World): Promise<Settled> => {
  const first = await runUntilSettled(world);
  const refused = await deliverLate(world);
  const afterLate = await findViolations(world);
  await world.passTime(LATER);
  // A refund that is due only now may fail at the provider, which takes some rounds to be known.
  const later = await runUntilSettled(world);
  return {
    seconds: Math.max(first.seconds, later.seconds),
    violations: [...first.violations, ...refused, ...afterLate, ...later.violations],
  };
};

/**
 * Ends all faults and lets time pass until everything has settled or should have. If the keys were changed, the same
 * must hold for the other keys.
 */
export const settle = async (world: World): Promise<Settled> => {
  world.standIn.faults = noFaults;
  await world.restartCrashed();
  const first = await settleMode(world);
  const charges = await chargesOfShop(world.standIn.pool);
  if (charges.every(({ livemode }) => livemode === world.live)) return first;
  await world.changeKeys();
  const second = await settleMode(world);
  return {
    seconds: Math.max(first.seconds, second.seconds),
    violations: [...first.violations, ...second.violations],
  };
};
