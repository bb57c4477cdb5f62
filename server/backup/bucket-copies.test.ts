import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { FileStorage } from '../files/storage.ts';
import { BACKUP, BACKUP_FILES } from './backup-store.ts';
import { type BucketPlace, copyToBucket, removeFromBucket } from './bucket-copies.ts';

/** A generator of numbers from 0 to 1, the same for the same seed. */
const randomFrom = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};

/** Lets one of the waiting requests through at a time, in random order. */
const createSchedule = (random: () => number) => {
  const waiting: (() => void)[] = [];
  return {
    turn: () => new Promise<void>((resolve) => waiting.push(resolve)),
    run: async (work: Promise<unknown>) => {
      const next = () => {
        waiting.splice(Math.floor(random() * waiting.length), 1)[0]?.();
        timer = setImmediate(next);
      };
      let timer = setImmediate(next);
      await work.finally(() => clearImmediate(timer));
    },
  };
};

/** A bucket in memory whose requests wait for their turn. */
const createBucket = (turn: () => Promise<void>) => {
  const objects = new Map<string, { content: Buffer; finishedAt: Date }>();
  let clock = 0;
  const put = async (key: string, content: Buffer) => {
    await turn();
    objects.set(key, { content, finishedAt: new Date((clock += 1_000)) });
  };
  const listRoot = async () => {
    await turn();
    return [...objects].flatMap(([name, { finishedAt }]) =>
      name.includes('/') ? [] : [{ name, finishedAt }],
    );
  };
  const place: BucketPlace = {
    listRoot,
    list: async () =>
      (await listRoot())
        .filter(({ name }) => BACKUP.test(name))
        .sort((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime()),
    listCopies: async () => {
      await turn();
      const copies = [...objects].filter(([key]) => key.startsWith(`${BACKUP_FILES}/`));
      return new Map(
        copies.map(([key, { content }]) => [key.slice(BACKUP_FILES.length + 1), content.length]),
      );
    },
    read: async (key) => {
      await turn();
      const found = objects.get(key);
      return found && Readable.from([found.content]);
    },
    put,
    write: async (key, content) => put(key, await buffer(content)),
    remove: async (key) => {
      await turn();
      objects.delete(key);
    },
  };
  return { place, objects };
};

const storage = {
  read: (key: string) => Promise.resolve({ size: key.length, content: Readable.from([Buffer.from(key)]) }),
} as FileStorage;

/** Makes concurrent backups of changing files. Expects that some remain, each with its copies. */
const backUpAtOnce = async (seed: number) => {
  const random = randomFrom(seed);
  const { turn, run } = createSchedule(random);
  const { place, objects } = createBucket(turn);
  const named = new Map<string, string[]>();
  let count = 0;
  const backUp = async () => {
    count += 1;
    const name = `classharbor-2026-01-01T00-00-00-000Z-${String(count).padStart(8, '0')}.sql.gz`;
    const files = ['private/a', 'private/b', 'images/c'].filter(() => random() < 0.6);
    const copies: string[] = [];
    const entries = files.map((key) => ({ key, size: key.length }));
    for await (const { copy } of copyToBucket(place, name, storage, entries)) copies.push(copy);
    named.set(name, copies);
    // Some are killed before they are complete.
    if (random() < 0.2) return;
    await place.put(name, Buffer.from(''));
    await removeFromBucket(place, 1 + Math.floor(random() * 2), name);
  };
  const worker = async () => {
    for (let round = 0; round < 4; round += 1) await backUp();
  };
  await run(Promise.all([worker(), worker(), worker()]));
  const left = [...named].filter(([name]) => objects.has(name));
  expect(left.length, `seed ${seed}`).toBeGreaterThan(0);
  for (const [name, copies] of left) {
    const missing = copies.filter((copy) => !objects.has(`${BACKUP_FILES}/${copy}`));
    expect(missing, `seed ${seed}, ${name}`).toEqual([]);
  }
};

it('keeps at least one of several concurrent backups, and the copies that the remaining ones need', async () => {
  for (let seed = 101; seed <= 150; seed += 1) await backUpAtOnce(seed);
});
