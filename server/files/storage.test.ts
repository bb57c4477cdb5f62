import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBucket, type TestBucket } from '#tests/support/bucket.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { FileStorage } from './storage.ts';

let bucket: TestBucket;
let folder: string;
beforeAll(async () => {
  [bucket, folder] = [await startBucket(), await mkdtemp(join(tmpdir(), 'classharbor-storage-'))];
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const keysIn = async (storage: FileStorage, path: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list(path)) keys.push(key);
  return keys.sort();
};

describe.each([
  ['a folder', () => createFolderStorage(join(folder, 'files'))],
  ['a bucket', () => createS3Storage(bucket.settings)],
])('%s', (_name, create) => {
  let storage: FileStorage;
  beforeAll(() => {
    storage = create();
  });

  const read = async (key: string, range?: { start: number; end: number }) => {
    const found = await storage.read(key, range);
    return found && { size: found.size, text: await text(found.content) };
  };

  it('reads what was stored, and replaces it', async () => {
    await storage.put('a/one', Buffer.from('first'));
    expect(await read('a/one')).toEqual({ size: 5, text: 'first' });
    await storage.put('a/one', Buffer.from('again!'));
    expect(await read('a/one')).toEqual({ size: 6, text: 'again!' });
  });

  it.each([
    [{ start: 0, end: 1 }, '01'],
    [{ start: 2, end: 5 }, '2345'],
    [{ start: 9, end: 9 }, '9'],
    [{ start: 0, end: 9 }, '0123456789'],
  ])('reads the range %o', async (range, expected) => {
    await storage.put('a/digits', Buffer.from('0123456789'));
    expect(await read('a/digits', range)).toEqual({ size: expected.length, text: expected });
  });

  it('finds nothing under an unknown key, and ignores the removal of a missing file', async () => {
    expect(await storage.read('a/unknown')).toBeUndefined();
    expect(await storage.read('a/one/below', { start: 0, end: 1 })).toBeUndefined();
    await storage.remove('a/unknown');
    expect(await keysIn(storage, 'nowhere')).toEqual([]);
  });

  it('stores a large file whole, and leaves the file where it is', async () => {
    const path = join(folder, randomUUID());
    const content = randomBytes(12 * 1024 * 1024 + 7);
    await writeFile(path, content);
    await storage.putFile('b/large', path);
    const found = (await storage.read('b/large'))!;
    expect(found.size).toBe(content.length);
    expect((await buffer(found.content)).equals(content)).toBe(true);
    const end = content.length - 1;
    const tail = (await storage.read('b/large', { start: end - 9, end }))!;
    expect((await buffer(tail.content)).equals(content.subarray(-10))).toBe(true);
    await rm(path);
    expect((await storage.read('b/large'))!.size).toBe(content.length);
  });

  it('lists and removes only files whose keys begin with a path', async () => {
    for (const key of ['c/x1', 'c/x/1', 'c/y/1', 'c/y/2']) await storage.put(key, Buffer.from(key));
    expect(await keysIn(storage, 'c')).toEqual(['c/x/1', 'c/x1', 'c/y/1', 'c/y/2']);
    for await (const { size, storedAt } of storage.list('c')) {
      expect(size).toBeGreaterThan(3);
      expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(60_000);
    }
    await storage.remove('c/x');
    expect(await keysIn(storage, 'c')).toEqual(['c/x1', 'c/y/1', 'c/y/2']);
    await storage.remove('c/y/1');
    expect(await keysIn(storage, 'c')).toEqual(['c/x1', 'c/y/2']);
  });

  it('shows nothing of a file that could not be read to its end', async () => {
    await expect(storage.putFile('d/none', join(folder, 'missing'))).rejects.toThrow();
    await expect(storage.putFile('d/folder', folder)).rejects.toThrow();
    expect(await keysIn(storage, 'd')).toEqual([]);
  });
});

describe('a folder', () => {
  it('is listed while files are removed', async () => {
    const storage = createFolderStorage(join(folder, 'files'));
    for (const key of ['g/1', 'g/2', 'g/3']) await storage.put(key, Buffer.from(key));
    const listed: string[] = [];
    for await (const { key } of storage.list('g')) {
      listed.push(key);
      for (const other of ['g/1', 'g/2', 'g/3']) if (other !== key) await storage.remove(other);
    }
    expect(listed).toHaveLength(1);
  });

  it('has stored a file when it is stored, however old its source is', async () => {
    const storage = createFolderStorage(join(folder, 'files'));
    const path = join(folder, randomUUID());
    await writeFile(path, 'old');
    const longAgo = new Date(Date.now() - 365 * 24 * 60 * 60_000);
    await utimes(path, longAgo, longAgo);
    await storage.putFile('h/old', path);
    for await (const { storedAt } of storage.list('h'))
      expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });
});

describe('a bucket', () => {
  it('refuses a key with the wrong secret', async () => {
    const forged = createS3Storage({ ...bucket.settings, secretAccessKey: 'wrong' });
    await expect(forged.put('e/one', Buffer.from('x'))).rejects.toThrow(/signature/i);
    await expect(forged.read('b/large')).rejects.toThrow(/signature/i);
  });

  it('serves others while more readers than usual have paused in a file', async () => {
    const storage = createS3Storage(bucket.settings);
    await storage.put('g/read slowly', randomBytes(1024 * 1024));
    await storage.put('g/other', Buffer.from('x'));
    const paused = await Promise.all(Array.from({ length: 60 }, () => storage.read('g/read slowly')));
    expect(await text((await storage.read('g/other'))!.content)).toBe('x');
    for (const file of paused) await buffer(file!.content);
  });

  it('reports an outage as an error and not as a missing file, and loses nothing', async () => {
    const storage = createS3Storage(bucket.settings);
    const path = join(folder, randomUUID());
    await writeFile(path, '');
    await truncate(path, 40 * 1024 * 1024);
    await storage.put('f/before', Buffer.from('x'));
    const stored = storage.putFile('f/large', path);
    await bucket.shut();
    await expect(stored).rejects.toThrow();
    await expect(storage.read('f/before')).rejects.toThrow();
    await bucket.open();
    expect(await keysIn(storage, 'f')).toEqual(['f/before']);
    expect((await storage.read('f/before'))!.size).toBe(1);
  });
});
