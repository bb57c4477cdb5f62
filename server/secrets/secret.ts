import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerOf } from '../data-folder/owner.ts';

const pathOf = (dataDir: string): string => join(dataDir, 'secret');

/** Generates a secret of 256 random bits, as 64 hexadecimal digits. */
export const createSecret = (): string => randomBytes(32).toString('hex');

/** The secret of a demo that has been started, otherwise undefined. */
export const readSecret = (dataDir: string): Promise<string | undefined> =>
  readFile(pathOf(dataDir), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * The secret of a demo. It is generated once and stored in the data folder, so that sessions survive a restart. It belongs
 * to the owner of the data, so that a server can read what a command of root has generated.
 */
export const readOrCreateSecret = async (dataDir: string): Promise<string> => {
  const path = pathOf(dataDir);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      const owner = await ownerOf(dataDir);
      if (owner) await file.chown(owner.uid, owner.gid);
      await file.writeFile(createSecret());
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
};
