import { readdir } from 'node:fs/promises';

/** The names of what is in a folder, which may not exist. @throws the error of the file system, with its code */
export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
