import { stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { NEEDED_SPACE } from '../data-folder/disk-space.ts';
import type { Owner } from '../data-folder/owner.ts';
import { createFolderStorage } from '../files/folder-storage.ts';
import type { FileStorage } from '../files/storage.ts';
import { StartError } from '../start-error.ts';
import { BACKUP_FILES, type FileEntry } from './backup-store.ts';
import { PATHS, readFile } from './stored-files.ts';

const MIB = 1024 ** 2;

/**
 * Requires space for copies, because a full disk would also stop a database on it.
 * @param missing the size of the copies in bytes
 * @throws StartError if it is not there
 */
const requireSpace = async (folder: string, missing: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (missing <= Math.max(0, free - NEEDED_SPACE)) return;
  const inMib = (bytes: number): string => `${Math.ceil(bytes / MIB).toLocaleString('en-US')} MiB`;
  throw new StartError(
    `The backup needs ${inMib(missing)} for copies of files in ${folder}, where ${inMib(free)} are free and ` +
      `${inMib(NEEDED_SPACE)} must stay free: free some space, or write backups to another disk or a bucket (BACKUP_S3_BUCKET)`,
  );
};

/** Keeps the copies of files beside the backups in a folder. */
export const createFolderCopies = (folder: string, owner: Owner | undefined) => {
  const filesFolder = join(folder, BACKUP_FILES);
  const copies = createFolderStorage(filesFolder, owner);
  const statOf = (key: string) => stat(join(filesFolder, key)).catch(() => undefined);

  return {
    /** Copies files that are not copied yet; see `BackupStore`. */
    async *copyFiles(
      storage: FileStorage,
      files: readonly Omit<FileEntry, 'copy'>[],
    ): AsyncGenerator<FileEntry, void> {
      const now = new Date();
      let missing = 0;
      for (const { key, size } of files) if ((await statOf(key))?.size !== size) missing += size;
      await requireSpace(folder, missing);
      for (const { key, size } of files) {
        const there = await statOf(key);
        if (there?.size !== size) {
          const content = await readFile(storage, key);
          if (!content) continue;
          await copies.write(key, content);
        }
        // The time of the last backup that needs it; see `removeOld`. A clock that was set back does not change it.
        if (there?.size !== size || there.mtime < now) await utimes(join(filesFolder, key), now, now);
        yield { key, size, copy: key };
      }
    },
    /** The sizes of all copies, in bytes. */
    list: async (): Promise<ReadonlyMap<string, number>> => {
      const sizes = new Map<string, number>();
      for await (const { key, size } of copies.list('')) sizes.set(key, size);
      return sizes;
    },
    read: async (key: string) => (await copies.read(key))?.content,
    /** Removes the copies that neither a backup since `oldest` nor another one needs. */
    removeOld: async (oldest: Date, needed: ReadonlySet<string>): Promise<void> => {
      for (const path of PATHS)
        for await (const { key, storedAt } of copies.list(path))
          if (storedAt < oldest && !needed.has(key)) await copies.remove(key);
    },
  };
};
