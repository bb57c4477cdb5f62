import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createUploadStore } from './upload-store.ts';

it('refuses an upload where its folder cannot be made, and goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-uploads-'));
  const inTheWay = join(folder, 'no-folder');
  await writeFile(inTheWay, '');
  const store = createUploadStore(join(inTheWay, 'uploads'));
  await expect(store.create('one', 10)).rejects.toThrow('ENOTDIR');
  await rm(inTheWay);
  await store.create('two', 10);
  expect(await store.findComplete('two')).toBeUndefined();
  await rm(folder, { recursive: true });
});
