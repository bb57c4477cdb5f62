import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerOf } from '../data-folder/owner.ts';
import { StartError } from '../start-error.ts';

const pathOf = (dataDir: string): string => join(dataDir, 'secret');

/** Generates a secret of 256 random bits, as 64 hexadecimal digits. */
export const createSecret = (): string => randomBytes(32).toString('hex');

/**
 * The secret of a demo that has been started, otherwise undefined.
 * @throws StartError if the stored secret is empty, because everybody could guess it
 */
export const readSecret = async (dataDir: string): Promise<string | undefined> => {
  const path = pathOf(dataDir);
  const secret = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (secret?.trim() === '')
    throw new StartError(`${path} is empty: restore it from a backup, or delete it to log everybody out`);
  return secret;
};

/** Stores a new secret, unless another process has stored one. A crash never leaves a part of it. */
const storeSecret = async (dataDir: string): Promise<void> => {
  const path = pathOf(dataDir);
  const unfinished = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    const owner = await ownerOf(dataDir);
    if (owner) await file.chown(owner.uid, owner.gid);
    await file.writeFile(createSecret());
    await file.sync();
    await link(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await file.close();
    await rm(unfinished, { force: true });
  }
};

/**
 * The secret of a demo. It is generated once and stored in the data folder, so that sessions survive a restart. It belongs
 * to the owner of the data, so that a server can read what a command of root has generated.
 * @throws StartError if the stored secret is empty
 */
export const readOrCreateSecret = async (dataDir: string): Promise<string> => {
  const stored = await readSecret(dataDir);
  if (stored !== undefined) return stored;
  await storeSecret(dataDir);
  return (await readSecret(dataDir))!;
};
