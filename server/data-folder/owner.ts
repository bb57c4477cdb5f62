import { lchown, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The owner of a file. */
export interface Owner {
  uid: number;
  gid: number;
}

/** The owner of the data, if this process is root and can change the owner of files. */
export const ownerOf = async (dataDir: string): Promise<Owner | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const folder = await stat(dataDir).catch(() => undefined);
  return folder && folder.uid !== 0 ? { uid: folder.uid, gid: folder.gid } : undefined;
};

/**
 * Makes the owner of the data the owner of a file and of the folders that lead to it. Links are not followed, because the
 * owner could have put them there.
 */
export const giveTo = async (owner: Owner | undefined, folder: string, key: string): Promise<void> => {
  if (!owner) return;
  let path = folder;
  for (const part of ['', ...key.split('/')]) await lchown((path = join(path, part)), owner.uid, owner.gid);
};
