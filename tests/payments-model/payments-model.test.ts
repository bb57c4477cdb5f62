import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { FAULTS, CRASHES } from '#tests/support/stand-in/faults.ts';
import { effects, performStep } from './perform-step.ts';
import { REGRESSIONS } from './regressions.ts';
import { SEAT_REGRESSIONS } from './seat-regressions.ts';
import { settle, SETTLES_WITHIN } from './settle.ts';
import { EARLIER, type Step, STEPS } from './steps.ts';
import { World } from './world.ts';

/** PAYMENT_SEQUENCES requests a longer run with this many random sequences, and PAYMENT_SECONDS limits its duration. */
const { PAYMENT_SEQUENCES, PAYMENT_SECONDS, PAYMENT_SEED } = process.env;
/** Enough for every kind of step to have an effect, with a factor of three, on a machine of any speed. */
const SEQUENCES = Number(PAYMENT_SEQUENCES ?? 40);
const SECONDS = Number(PAYMENT_SECONDS ?? 6 * 60 * 60);
/** The default seed repeats the same sequences in each test run. */
const SEED = PAYMENT_SEED ? Number(PAYMENT_SEED) : PAYMENT_SEQUENCES ? undefined : 1;
const STEPS_AT_MOST = 30;

// Background work runs only as steps of a sequence, not every few seconds.
vi.mock('#server/modules/payments/reconciling/reconcile-payments.ts', async (original) => ({
  ...(await original<object>()),
  startReconciling: () => () => Promise.resolve(),
}));
vi.mock('#server/modules/waiting-lists/offer-seats.ts', async (original) => ({
  ...(await original<object>()),
  startOfferingSeats: () => ({ wake: () => undefined, stop: () => Promise.resolve() }),
}));

let world: World;

beforeAll(async () => {
  // Lets the SDK retry at once instead of after half a second.
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.001);
  world = await World.create();
}, 120_000);
afterAll(async () => {
  const since = Date.now();
  await world.close();
  process.stdout.write(`Payments: closed after ${Date.now() - since} ms\n`);
}, 120_000);

class StepCommand implements fc.AsyncCommand<object, World> {
  readonly step: Step;

  constructor(step: Step) {
    this.step = step;
  }

  check = () => true;

  run = (_model: object, real: World): Promise<void> => performStep(real, this.step);

  toString = (): string => JSON.stringify(this.step);
}

it.each([...REGRESSIONS, ...SEAT_REGRESSIONS])('$what', async ({ steps }) => {
  await world.reset();
  for (const step of steps) await performStep(world, step);
  const { seconds, violations } = await settle(world);
  expect(violations).toEqual([]);
  expect(seconds).toBeLessThanOrEqual(SETTLES_WITHIN);
});

it(
  'each charge ends as one enrollment, a whole refund, or something for an admin to look at',
  async () => {
    const totals = { sequences: 0, steps: 0, longest: 0 };
    const commands = fc.commands(
      STEPS.map((step) => step.map((chosen) => new StepCommand(chosen))),
      { maxCommands: STEPS_AT_MOST, size: 'max' },
    );
    const property = fc.asyncProperty(EARLIER, commands, async (earlier, sequence) => {
      await world.reset();
      for (const step of earlier) await performStep(world, step);
      await fc.asyncModelRun(() => ({ model: {}, real: world }), sequence);
      const { seconds, violations } = await settle(world);
      totals.sequences += 1;
      totals.steps += earlier.length + [...sequence].length;
      totals.longest = Math.max(totals.longest, seconds);
      expect(violations).toEqual([]);
      expect(seconds).toBeLessThanOrEqual(SETTLES_WITHIN);
    });
    try {
      await fc.assert(property, {
        numRuns: SEQUENCES,
        plugins: [fc.interruptAfterTimeLimit(SECONDS * 1_000)],
        ...(SEED !== undefined && { seed: SEED }),
      });
    } finally {
      process.stdout.write(
        `Payments: ${totals.sequences} sequences, ${totals.steps} steps, settled within ${totals.longest} s\n`,
      );
    }
  },
  7 * 60 * 60_000,
);

// A step without an effect tests nothing: a wrong address would go unnoticed.
it('each kind of step had an effect, and each fault occurred', () => {
  const counts = [...effects].map(
    ([kind, { done, effective, effectiveLive }]) => `${kind} ${effective} + ${effectiveLive} live of ${done}`,
  );
  process.stdout.write(`Payments: steps with an effect: ${counts.join(', ')}\n`);
  expect([...effects].filter(([, { effective }]) => effective === 0)).toEqual([]);
  for (const kind of ['buy', 'refund'] as const) {
    expect(effects.get(kind)!.effectiveLive, `${kind} with the live keys`).toBeGreaterThan(0);
  }
  // A slow response only takes time, and another test measures that.
  const faults = [...FAULTS, ...CRASHES].filter((fault) => fault !== 'slow');
  expect(faults.filter((fault) => !world.standIn.met.has(fault))).toEqual([]);
});
