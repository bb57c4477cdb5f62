import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { glob, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { FileStorage, StoredFile } from './storage.ts';

/** The suffix of a file that is being written. It never becomes visible under its key if the process dies. */
const UNFINISHED = '.part';

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A key never leaves the folder. @throws Error for one that would */
const pathOf = (folder: string, key: string): string => {
  const path = join(folder, key);
  if (!path.startsWith(folder + sep)) throw new Error(`The key ${key} is outside of the storage`);
  return path;
};

/** Keeps files in a folder, which several servers can share. */
export const createFolderStorage = (folder: string): FileStorage => ({
  put: async (key, content) => {
    const path = pathOf(folder, key);
    await mkdir(dirname(path), { recursive: true });
    const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
    try {
      const file = await open(unfinished, 'wx', 0o640);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  },
  read: async (key) => {
    const path = pathOf(folder, key);
    try {
      const { size } = await stat(path);
      const content = createReadStream(path);
      await new Promise<void>((resolve, reject) =>
        content.once('open', () => resolve()).once('error', reject),
      );
      return { size, content };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
  remove: (path) => rm(pathOf(folder, path), { recursive: true, force: true }),
  list: async function* (path): AsyncIterable<StoredFile> {
    const start = pathOf(folder, path);
    for await (const entry of glob('**/*', { cwd: start, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const found = join(entry.parentPath, entry.name);
      const { size, mtime } = await stat(found);
      yield { key: relative(folder, found).split(sep).join('/'), size, storedAt: mtime };
    }
  },
});
