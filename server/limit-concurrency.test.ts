import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

/** A limit whose tasks run until the test ends them. */
const startLimit = (concurrency: number, queueLimit = 60_000) => {
  const run = limitConcurrency({ concurrency, queueLimit, onTimeout: () => new Error('too late') });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const results = new Map<string, Promise<void>>();
  return {
    started,
    add: (name: string, owner?: string) => {
      const result = run(() => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }, owner);
      results.set(name, result);
      return result;
    },
    end: async (name: string) => {
      await expect.poll(() => started).toContain(name);
      ends.get(name)!();
      await results.get(name);
    },
  };
};

/** Ends the tasks in the order in which they start. */
const endAll = async ({ started, end }: ReturnType<typeof startLimit>, count: number): Promise<void> => {
  for (let done = 0; done < count; done += 1) {
    await expect.poll(() => started.length).toBeGreaterThan(done);
    await end(started[done]!);
  }
};

it('runs the tasks of one owner in order of arrival', async () => {
  const limit = startLimit(1);
  for (const name of ['first', 'second', 'third']) void limit.add(name);
  await endAll(limit, 3);
  expect(limit.started).toEqual(['first', 'second', 'third']);
});

it('lets the first task of others pass the waiting ones of an owner', async () => {
  const limit = startLimit(1);
  for (const name of ['ada 1', 'ada 2', 'ada 3', 'ada 4']) void limit.add(name, 'ada');
  for (const name of ['eve 1', 'eve 2']) void limit.add(name, 'eve');
  void limit.add('bob 1', 'bob');
  await endAll(limit, 7);
  expect(limit.started).toEqual(['ada 1', 'eve 1', 'bob 1', 'ada 2', 'eve 2', 'ada 3', 'ada 4']);
});

it('gives a free slot to an owner without a running task first', async () => {
  const limit = startLimit(2);
  for (const owner of ['ada', 'bob']) void limit.add(`${owner} 1`, owner);
  void limit.add('ada 2', 'ada');
  void limit.add('eve 1', 'eve');
  await limit.end('bob 1');
  await expect.poll(() => limit.started).toEqual(['ada 1', 'bob 1', 'eve 1']);
  await limit.end('eve 1');
  await expect.poll(() => limit.started.at(-1)).toBe('ada 2');
});

it('refuses a task that waits too long, and continues with the others', async () => {
  const limit = startLimit(1, 1);
  void limit.add('ada 1', 'ada');
  await expect(limit.add('eve 1', 'eve')).rejects.toThrow('too late');
  await limit.end('ada 1');
  void limit.add('eve 2', 'eve');
  await endAll(limit, 2);
  expect(limit.started).toEqual(['ada 1', 'eve 2']);
});

it('frees the slot of a task that fails', async () => {
  const run = limitConcurrency({
    concurrency: 1,
    queueLimit: 60_000,
    onTimeout: () => new Error('too late'),
  });
  const failing = run(() => Promise.reject(new Error('failed')), 'ada');
  await expect(failing).rejects.toThrow('failed');
  expect(await run(() => Promise.resolve('done'), 'eve')).toBe('done');
});
