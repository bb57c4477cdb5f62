import { lchown, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Owner } from './owner.ts';

/** Whether there is a folder at a path. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Creates a folder and its missing parents. Node's recursive mkdir never returns in folders such as /proc, which report
 * ENOENT when nothing can be created in them.
 * @param owner the owner of the folders that are created; by default the user of this process
 * @returns the folders that were created, the uppermost first
 * @throws the error of the file system, with its code
 */
export const makeFolder = async (path: string, owner?: Owner): Promise<string[]> => {
  if (await isFolder(path)) return [];
  const parent = dirname(path);
  const made = parent === path ? [] : await makeFolder(parent, owner);
  try {
    await mkdir(path);
    if (owner) await lchown(path, owner.uid, owner.gid);
    return [...made, path];
  } catch (error) {
    // Another process may have created it in the meantime.
    if (await isFolder(path)) return made;
    throw error;
  }
};
