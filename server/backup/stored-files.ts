import type { Readable } from 'node:stream';
import { BucketError } from '../files/bucket-error.ts';
import { isUnfinished } from '../files/folder-storage.ts';
import { type FileStorage, PICTURES_FOLDER, PRIVATE_FOLDER, type StoredFile } from '../files/storage.ts';
import { StartError } from '../start-error.ts';
import { BACKUP_FILES, type BackupStore, type FileEntry } from './backup-store.ts';
import { readResuming } from './read-resuming.ts';

/** The folders of storage that a backup includes. Unfinished uploads are not part of it. */
export const PATHS = [PICTURES_FOLDER, PRIVATE_FOLDER];

/** All complete files in storage. */
export async function* listFiles(storage: FileStorage): AsyncGenerator<StoredFile, void> {
  for (const path of PATHS)
    for await (const file of storage.list(path)) if (!isUnfinished(file.key)) yield file;
}

/**
 * Reads a file of storage over as many connections as it takes, because copying a large one can take long.
 * @returns undefined if there is no such file
 * @throws StartError that names the file, or BucketError
 */
export const readFile = (storage: FileStorage, key: string): Promise<Readable | undefined> =>
  readResuming(
    (range) => storage.read(key, range),
    (error) =>
      error instanceof BucketError
        ? error
        : new StartError(`The file ${key} could not be read: ${error.message}`, { cause: error }),
  );

const missingFile = (store: BackupStore, copy: string): StartError =>
  new StartError(
    `The file ${store.addressOf(`${BACKUP_FILES}/${copy}`)} of the backup is missing or incomplete`,
  );

/**
 * Requires that a backup's files have been copied.
 * @throws StartError if one is missing or has another size
 */
export const requireFiles = async (store: BackupStore, files: readonly FileEntry[]): Promise<void> => {
  const sizes = await store.listCopies();
  const missing = files.find(({ copy, size }) => sizes.get(copy) !== size);
  if (missing) throw missingFile(store, missing.copy);
};

/** Copies the files of a backup back into storage. @throws StartError if the copy of one is missing */
export const restoreFiles = async (
  storage: FileStorage,
  store: BackupStore,
  files: readonly FileEntry[],
): Promise<void> => {
  await requireFiles(store, files);
  for (const { key, copy } of files) {
    const content = await store.readCopy(copy);
    if (!content) throw missingFile(store, copy);
    await storage.write(key, content);
  }
};
