import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Creates a folder and its missing parents. Node's recursive mkdir never returns in folders such as /proc, which report
 * ENOENT when nothing can be created in them.
 * @returns the folders that were created, the uppermost first
 * @throws the error of the file system, with its code
 */
export const makeFolder = async (path: string): Promise<string[]> => {
  if (await isFolder(path)) return [];
  const parent = dirname(path);
  const made = parent === path ? [] : await makeFolder(parent);
  try {
    await mkdir(path);
    return [...made, path];
  } catch (error) {
    // Another process may have created it in the meantime.
    if (await isFolder(path)) return made;
    throw error;
  }
};
