import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createUploadStore } from './upload-store.ts';

it('refuses an upload if its folder cannot be created, and keeps running', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-uploads-'));
  const inTheWay = join(folder, 'no-folder');
  await writeFile(inTheWay, '');
  const store = createUploadStore(join(inTheWay, 'uploads'));
  await expect(store.create('one', 10)).rejects.toThrow('ENOTDIR');
  await rm(inTheWay);
  await store.create('two', 10);
  expect(await readdir(join(folder, 'no-folder', 'uploads'))).toEqual(['two', 'two.json']);
  await rm(folder, { recursive: true });
});

it('reads the content as it was when the upload was complete', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-uploads-'));
  const store = createUploadStore(folder);
  await store.create('one', 4);
  const read = (path: string) => readFile(path, 'utf8');
  await writeFile(join(folder, 'one'), 'abc');
  await expect(store.withContent('one', read)).rejects.toThrow('not complete');
  await writeFile(join(folder, 'one'), 'abcd');
  const shown = await store.withContent('one', async (path) => {
    await writeFile(join(folder, 'one'), 'xxxx');
    return read(path);
  });
  expect(shown).toBe('abcd');
  expect((await readdir(folder)).sort()).toEqual(['one', 'one.json']);
  await rm(folder, { recursive: true });
});
