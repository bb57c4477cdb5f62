import { expect, it } from 'vitest';
import { DeliveryLoop } from './delivery-loop.ts';
import type { DeliveryContext } from './deliver-email.ts';
import type { EmailJobs } from './email-jobs.ts';

type Round = Awaited<ReturnType<EmailJobs['deliver']>>;

/** Runs a loop whose rounds have these outcomes. @returns the delays between them, in milliseconds */
const delaysOf = async (rounds: Round[]): Promise<number[]> => {
  const started: number[] = [];
  const loop: DeliveryLoop = new DeliveryLoop({
    jobs: {
      fill: async () => 0,
      untilNext: async () => undefined,
      deliver: async () => {
        started.push(Date.now());
        if (started.length === rounds.length) loop.stop();
        return rounds[started.length - 1]!;
      },
    },
    delivery: {} as DeliveryContext,
    rate: 1_000,
    log: { error: (error: unknown) => expect.unreachable(String(error)) },
  });
  await loop.run();
  return started.slice(1).map((time, index) => time - started[index]!);
};

it('tries again after a second, however many emails of the round found the mail server unreachable', async () => {
  const [delay] = await delaysOf([Array.from({ length: 6 }, () => 'unreachable' as const), ['sent']]);
  expect(delay).toBeGreaterThan(900);
  expect(delay).toBeLessThan(2_000);
}, 60_000);

it('continues without a delay once the mail server has answered, even if it refused the email', async () => {
  const delays = await delaysOf([['unreachable'], ['unreachable'], ['unreachable', 'failed'], ['sent']]);
  expect(delays[1]).toBeGreaterThan(1_900);
  expect(delays[2]).toBeLessThan(900);
});
