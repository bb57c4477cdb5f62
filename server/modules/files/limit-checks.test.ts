import { afterEach, expect, it, vi } from 'vitest';
import type { Checkpoint } from './checkpoint.ts';
import { callerLeft, runCheck } from './limit-checks.ts';

const SECOND = 1_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Checks that run until the test ends them. */
const startChecks = () => {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (userId: string, name: string, checkpoint: Checkpoint = () => undefined) =>
    runCheck(userId, checkpoint, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { started, add, end: (name: string) => ends.get(name)!() };
};

it('runs two checks at once, and lets the users take turns', async () => {
  const { started, add, end } = startChecks();
  const running = [add('ada', 'ada 1'), add('ada', 'ada 2'), add('ada', 'ada 3'), add('eve', 'eve 1')];
  await expect.poll(() => started).toEqual(['ada 1', 'ada 2']);
  end('ada 1');
  await expect.poll(() => started).toEqual(['ada 1', 'ada 2', 'eve 1']);
  end('eve 1');
  await expect.poll(() => started.at(-1)).toBe('ada 3');
  for (const name of ['ada 2', 'ada 3']) end(name);
  await Promise.all(running);
});

it('does not begin a check whose caller has left', async () => {
  const { started, add } = startChecks();
  const left = add('ada', 'ada 1', () => {
    throw callerLeft();
  });
  await expect(left).rejects.toMatchObject({ code: 'unavailable' });
  expect(started).toEqual([]);
});

it('ends a check that takes longer than a minute', async () => {
  const now = vi.spyOn(performance, 'now');
  now.mockReturnValue(0);
  const check = runCheck(
    'ada',
    () => undefined,
    async (checkpoint) => {
      now.mockReturnValue(59 * SECOND);
      checkpoint();
      now.mockReturnValue(61 * SECOND);
      checkpoint();
    },
  );
  await expect(check).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Checking this file took too long. Please try again.',
  });
});
