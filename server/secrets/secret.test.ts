import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOrCreateSecret, readSecret } from './secret.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'classharbor-secret-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('is created once, also by processes that start together, for its owner only', async () => {
  expect(await readSecret(folder)).toBeUndefined();
  const secrets = await Promise.all(Array.from({ length: 10 }, () => readOrCreateSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\da-f]{64}$/);
  expect(await readSecret(folder)).toBe(secrets[0]);
  expect(await readdir(folder)).toEqual(['secret']);
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
});

it('that is empty, as after a full disk, is refused', async () => {
  await writeFile(join(folder, 'secret'), '');
  await expect(readOrCreateSecret(folder)).rejects.toThrow(/secret is empty: .*delete it/);
  await expect(readSecret(folder)).rejects.toThrow(/secret is empty/);
});
