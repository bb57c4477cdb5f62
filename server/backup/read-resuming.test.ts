import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Range } from '../files/storage.ts';
import { readResuming } from './read-resuming.ts';

const TEXT = 'A backup that is read over several connections';

/** A connection that breaks after some characters. */
async function* breaking(content: string, after: number) {
  if (after > 0) yield Buffer.from(content.slice(0, after));
  await Promise.reject(new Error('aborted'));
}

/** Reads the text over connections that break after the given numbers of characters. */
const readOver = async (...lengths: number[]) => {
  const ranges: (Range | undefined)[] = [];
  const content = await readResuming(
    (range) => {
      ranges.push(range);
      const rest = TEXT.slice(range?.start ?? 0);
      const after = lengths.shift();
      const connection = after === undefined ? [Buffer.from(rest)] : breaking(rest, after);
      return Promise.resolve({ size: rest.length, content: Readable.from(connection) });
    },
    (error) => new Error(`The bucket: ${error.message}`),
  );
  return { read: text(content!), ranges };
};

it('resumes where a connection broke', async () => {
  const { read, ranges } = await readOver(7, 5);
  expect(await read).toBe(TEXT);
  const end = TEXT.length - 1;
  expect(ranges).toEqual([undefined, { start: 7, end }, { start: 12, end }]);
});

it('gives up once connections deliver nothing, with an error for the operator', async () => {
  const { read, ranges } = await readOver(7, 0, 0, 0, 0, 0);
  await expect(read).rejects.toThrow('The bucket: aborted');
  expect(ranges.length).toBeLessThan(6);
});

it('returns nothing for a missing object', async () => {
  const none = readResuming(
    () => Promise.resolve(undefined),
    (error) => error,
  );
  expect(await none).toBeUndefined();
});
