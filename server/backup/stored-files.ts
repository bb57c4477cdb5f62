import { chown, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolderStorage, isUnfinished } from '../files/folder-storage.ts';
import type { FileStorage } from '../files/storage.ts';
import { StartError } from '../start-error.ts';
import type { Owner } from './backup-files.ts';

/** The folders of storage that a backup includes. Unfinished uploads are not part of it. */
const PATHS = ['images', 'private'];

/** A file that a backup needs. `size` is in bytes. */
export interface FileEntry {
  key: string;
  size: number;
}

/** The folder with the files of all backups in the same folder. Files that several backups need are stored once. */
const folderBeside = (backup: string): string => join(dirname(backup), 'files');

/** Makes the owner of the data the owner of a file and of the folders that lead to it. */
const giveTo = async (owner: Owner | undefined, folder: string, key: string): Promise<void> => {
  if (!owner) return;
  let path = folder;
  for (const part of ['', ...key.split('/')]) await chown((path = join(path, part)), owner.uid, owner.gid);
};

/** All complete files in storage. */
export async function* listFiles(storage: FileStorage): AsyncGenerator<FileEntry, void> {
  for (const path of PATHS)
    for await (const { key, size } of storage.list(path)) if (!isUnfinished(key)) yield { key, size };
}

/**
 * Copies files that are missing there into the folder beside a backup. Existing copies stay, because the content of a
 * key never changes. Files that are removed from storage meanwhile belonged to deleted data and are left out.
 * @returns the files that are there now
 */
export async function* copyFiles(
  storage: FileStorage,
  backup: string,
  entries: readonly FileEntry[],
  owner: Owner | undefined,
): AsyncGenerator<FileEntry, void> {
  const folder = folderBeside(backup);
  const copies = createFolderStorage(folder);
  const now = new Date();
  for (const { key, size } of entries) {
    const path = join(folder, key);
    const there = await stat(path).catch(() => undefined);
    if (there?.size !== size) {
      const found = await storage.read(key);
      if (!found) continue;
      await copies.write(key, found.content);
      await giveTo(owner, folder, key);
    }
    // The time of the last backup that needs it; see `removeOldFiles`.
    await utimes(path, now, now);
    yield { key, size };
  }
}

/** Removes the copies that no backup since `oldest` needs. */
export const removeOldFiles = async (backup: string, oldest: Date): Promise<void> => {
  const copies = createFolderStorage(folderBeside(backup));
  for (const path of PATHS)
    for await (const { key, storedAt } of copies.list(path)) if (storedAt < oldest) await copies.remove(key);
};

/** The error for a missing file of a backup. */
const missingFile = (backup: string, key: string): StartError =>
  new StartError(`The file ${join(folderBeside(backup), key)} of the backup is missing or incomplete`);

/** Requires the files of a backup to be beside it. @throws StartError if one is missing or has another size */
export const requireFiles = async (backup: string, entries: readonly FileEntry[]): Promise<void> => {
  for (const { key, size } of entries) {
    const copy = await stat(join(folderBeside(backup), key)).catch(() => undefined);
    if (copy?.size !== size) throw missingFile(backup, key);
  }
};

/** Copies the files of a backup back into storage. @throws StartError if one is not beside the backup */
export const restoreFiles = async (
  storage: FileStorage,
  backup: string,
  entries: readonly FileEntry[],
  given: { owner: Owner; folder: string } | undefined,
): Promise<void> => {
  const copies = createFolderStorage(folderBeside(backup));
  for (const { key, size } of entries) {
    const found = await copies.read(key);
    if (found?.size !== size) {
      found?.content.destroy();
      throw missingFile(backup, key);
    }
    await storage.write(key, found.content);
    if (given) await giveTo(given.owner, given.folder, key);
  }
};
