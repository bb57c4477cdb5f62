import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { TestContext } from 'vitest';
import { createDataDir } from './built-server.ts';

/**
 * Mounts a small disk, for example of `20m`. Only root can do that, so the test is skipped for other users.
 * @returns its folder, and a function that unmounts and removes it
 */
export const mountSmallDisk = async (
  context: TestContext,
  size: string,
): Promise<{ folder: string; remove: () => Promise<void> }> => {
  const isRoot = process.getuid?.() === 0;
  const folder = await createDataDir();
  const mounted = isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  if (!mounted || mounted.status !== 0) {
    await rm(folder, { recursive: true });
    context.skip('a small disk can only be mounted by root');
  }
  return {
    folder,
    remove: async () => {
      spawnSync('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
