import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Makes a folder and those above it that do not exist. Node's own recursive mkdir never returns below a folder that
 * answers "does not exist" for what cannot be made in it, such as /proc.
 * @returns the folders that were made, the uppermost first
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
    // Another process may have been quicker.
    if (await isFolder(path)) return made;
    throw error;
  }
};
