import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FileStorage } from '../files/storage.ts';
import { createFolderStore } from './folder-store.ts';

const MIB = 1024 ** 2;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'classharbor-folder-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read: string[] = [];
const storage = {
  read: (key: string) => {
    read.push(key);
    return Promise.resolve({ size: key.length, content: Readable.from([Buffer.from(key)]) });
  },
} as FileStorage;

const copy = async (files: { key: string; size: number }[]): Promise<string[]> => {
  const copied: string[] = [];
  for await (const { key } of createFolderStore(folder).copyFiles('', storage, files)) copied.push(key);
  return copied;
};

it('copies nothing if the missing copies do not fit on the disk', async () => {
  const small = { key: 'private/ab/small', size: 16 };
  expect(await copy([small])).toEqual([small.key]);
  const { bavail, bsize } = await statfs(folder);
  // It fits, but leaves too little free.
  const large = { key: 'private/ab/large', size: bavail * bsize - 100 * MIB };
  await expect(copy([small, { key: 'private/ab/other', size: 16 }, large])).rejects.toThrow(
    /^The backup needs [\d,]+ MiB for copies of files in .*, where [\d,]+ MiB are free and 200 MiB must stay free: /,
  );
  expect(read).toEqual([small.key]);
  expect(await readdir(join(folder, 'files/private/ab'))).toEqual(['small']);
});

it('copies a file over as many connections as it takes', async () => {
  const content = Buffer.from('0123456789');
  const breaking = {
    read: (_key: string, range = { start: 0, end: content.length - 1 }) => {
      const chunks = async function* () {
        yield content.subarray(range.start, range.start + 4);
        await Promise.reject(new Error('cut'));
      };
      return Promise.resolve({ size: range.end - range.start + 1, content: Readable.from(chunks()) });
    },
  } as FileStorage;
  const store = createFolderStore(folder);
  const files = [{ key: 'private/ab/long', size: content.length }];
  for await (const { key } of store.copyFiles('', breaking, files)) expect(key).toBe('private/ab/long');
  expect(await text((await store.readCopy('private/ab/long'))!)).toBe('0123456789');
});
