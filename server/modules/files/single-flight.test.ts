import { expect, it } from 'vitest';
import type { Checkpoint } from './checkpoint.ts';
import { createSingleFlight } from './single-flight.ts';

/** Runs that continue when the test lets them. */
const startFlights = (patience?: number) => {
  const share = createSingleFlight<string>(() => new Error('abandoned'), patience);
  const runs: { checkpoint: Checkpoint; finish: () => void; fail: (error: unknown) => void }[] = [];
  return {
    runs,
    ask: (hasLeft: () => boolean) =>
      share(
        'a',
        hasLeft,
        (checkpoint) =>
          new Promise((resolve, reject) => {
            const name = `run ${runs.length}`;
            runs.push({ checkpoint, finish: () => resolve(name), fail: reject });
          }),
      ),
  };
};

it('shares one run between concurrent calls', async () => {
  const { runs, ask } = startFlights();
  const results = [ask(() => false), ask(() => false)];
  await expect.poll(() => runs.length).toBe(1);
  runs[0]!.finish();
  expect(await Promise.all(results)).toEqual(['run 0', 'run 0']);
  const later = ask(() => false);
  await expect.poll(() => runs.length).toBe(2);
  runs[1]!.finish();
  expect(await later).toBe('run 1');
});

it('continues as long as one caller waits', async () => {
  const { runs, ask } = startFlights();
  let hasLeft = false;
  const first = ask(() => hasLeft);
  await expect.poll(() => runs.length).toBe(1);
  hasLeft = true;
  const second = ask(() => false);
  expect(runs[0]!.checkpoint).not.toThrow();
  runs[0]!.finish();
  expect(await Promise.all([first, second])).toEqual(['run 0', 'run 0']);
});

it('continues for a caller that left and asks again soon', async () => {
  const { runs, ask } = startFlights();
  const first = ask(() => true);
  await expect.poll(() => runs.length).toBe(1);
  expect(runs[0]!.checkpoint).not.toThrow();
  const again = ask(() => false);
  runs[0]!.finish();
  expect(await Promise.all([first, again])).toEqual(['run 0', 'run 0']);
});

it('ends at a checkpoint once all callers have left for good, and starts again for a later one', async () => {
  const { runs, ask } = startFlights(0);
  const abandoned = [ask(() => true), ask(() => true)];
  await expect.poll(() => runs.length).toBe(1);
  expect(runs[0]!.checkpoint).toThrow('abandoned');
  const later = ask(() => false);
  await expect.poll(() => runs.length).toBe(2);
  runs[0]!.fail(new Error('abandoned'));
  for (const result of abandoned) await expect(result).rejects.toThrow('abandoned');
  const joined = ask(() => false);
  runs[1]!.finish();
  expect(await Promise.all([later, joined])).toEqual(['run 1', 'run 1']);
});
