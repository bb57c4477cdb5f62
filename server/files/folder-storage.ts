import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, link, mkdir, open, opendir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { giveTo, type Owner } from '../data-folder/owner.ts';
import { copyContent } from './copy-content.ts';
import type { FileStorage, StoredFile } from './storage.ts';

/** The suffix of a file that is being written. It never becomes visible under its key if the process dies. */
const UNFINISHED = '.part';

/** Whether a key belongs to an incomplete file: one that is being written, or was when a process died. */
export const isUnfinished = (key: string): boolean => key.endsWith(UNFINISHED);

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The path of a key. @throws Error for a key outside the folder */
const pathOf = (folder: string, key: string): string => {
  const path = join(folder, key);
  if (!path.startsWith(folder + sep)) throw new Error(`The key ${key} is outside of the storage`);
  return path;
};

/** Waits until the system has written a file, or a folder's list of files, to the disk. */
const syncToDisk = async (path: string): Promise<void> => {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/**
 * The paths of all files in a folder and the folders below, one after the other, so that memory does not grow with them.
 * Hidden ones are left out: systems put files of their own there.
 */
async function* filesIn(folder: string): AsyncGenerator<string, void> {
  const entries = await opendir(folder, { bufferSize: 256 }).catch((error: unknown) => {
    // It may have been removed meanwhile.
    if (!isMissing(error)) throw error;
  });
  for await (const entry of entries ?? []) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

interface Place {
  folder: string;
  owner: Owner | undefined;
}

/** Writes a file under another name first, so that it only becomes visible once it is complete and has its owner. */
const writeWhole = async (
  { folder, owner }: Place,
  key: string,
  write: (unfinished: string) => Promise<void>,
): Promise<void> => {
  const path = pathOf(folder, key);
  await mkdir(dirname(path), { recursive: true });
  const suffix = `.${randomUUID()}${UNFINISHED}`;
  const unfinished = path + suffix;
  try {
    await write(unfinished);
    await giveTo(owner, folder, key + suffix);
    await syncToDisk(unfinished);
    await rename(unfinished, path);
    await syncToDisk(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

/**
 * Keeps files in a folder, which several servers can share.
 * @param owner the owner of the files; by default the user of this process
 */
export const createFolderStorage = (folder: string, owner?: Owner): FileStorage => ({
  put: (key, content) =>
    writeWhole({ folder, owner }, key, async (unfinished) =>
      writeFile(unfinished, content, { flag: 'wx', mode: 0o640 }),
    ),
  putFile: (key, path) =>
    writeWhole({ folder, owner }, key, async (unfinished) => {
      // On the same disk, a hard link is enough, however large the file is.
      await link(path, unfinished).catch(() => copyContent(path, unfinished));
      await chmod(unfinished, 0o640);
      // A hard link has the age of the original, so the clean-up would mistake a new file for a forgotten one.
      const now = new Date();
      await utimes(unfinished, now, now);
    }),
  write: (key, content) =>
    writeWhole({ folder, owner }, key, (unfinished) =>
      pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o640 })),
    ),
  read: async (key, range) => {
    const path = pathOf(folder, key);
    try {
      const { size } = range ? { size: range.end - range.start + 1 } : await stat(path);
      const content = createReadStream(path, range);
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
    const start = path ? pathOf(folder, path) : folder;
    for await (const found of filesIn(start)) {
      // The file may have been removed or renamed meanwhile.
      const known = await stat(found).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      if (!known) continue;
      const { size, mtime: storedAt } = known;
      yield { key: relative(folder, found).split(sep).join('/'), size, storedAt };
    }
  },
});
