import { lchown, mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { BucketSettings } from '../files/bucket-error.ts';
import { isFolder, makeFolder } from '../data-folder/make-folder.ts';
import { ownerOf } from '../data-folder/owner.ts';
import { StartError } from '../start-error.ts';
import type { BackupStore } from './backup-store.ts';
import { createFolderStore } from './folder-store.ts';

export interface BackupSettings {
  /** Absolute. */
  dataDir: string;
  /** Absent: backups are in the folder `backups` of `dataDir`. */
  backupBucket?: BucketSettings;
}

/** A backup of a store. */
interface Place {
  store: BackupStore;
  name: string;
}

const openBucket = async (bucket: BucketSettings): Promise<BackupStore> => {
  // The SDK is only loaded with a bucket, because it takes memory and time.
  const { createBucketStore } = await import('./bucket-store.ts');
  return createBucketStore(bucket);
};

/** Opens the store of the settings, in which backups are by default. */
export const openStore = async ({ dataDir, backupBucket }: BackupSettings): Promise<BackupStore> =>
  backupBucket
    ? openBucket(backupBucket)
    : createFolderStore(join(dataDir, 'backups'), await ownerOf(dataDir));

/**
 * Chooses where a new backup is written: to the store of the settings, in the given folder, or to the given file. A
 * missing folder is created. For a given path, only its last level is created, so that a mistyped path is reported.
 * @returns `isNamedByUs` tells whether `removeOld` may count the backup
 */
export const choosePlace = async (
  given: string | undefined,
  settings: BackupSettings,
): Promise<Place & { isNamedByUs: boolean }> => {
  const owner = await ownerOf(settings.dataDir);
  if (given === undefined) {
    const store = await openStore(settings);
    if (!settings.backupBucket) await makeFolder(store.place, owner);
    return { store, name: store.newName(), isNamedByUs: true };
  }
  if (given.startsWith('s3://')) throw new StartError('Backups go to BACKUP_S3_BUCKET if no path is given');
  const path = resolve(given);
  const isNamedByUs = given.endsWith('/') || (await isFolder(path));
  const folder = isNamedByUs ? path : dirname(path);
  if (!(await isFolder(folder))) {
    await mkdir(folder);
    if (owner) await lchown(folder, owner.uid, owner.gid);
  }
  const store = createFolderStore(folder, owner);
  return { store, name: isNamedByUs ? store.newName() : basename(path), isNamedByUs };
};

/**
 * Finds an existing backup by its path or by an address such as `s3://bucket/prefix/name`, which is opened with the key of
 * the settings.
 */
export const findBackup = async (given: string, { backupBucket }: BackupSettings): Promise<Place> => {
  const [, bucket, prefix = '', name] = /^s3:\/\/([^/]+)\/(.*\/)?([^/]+)$/.exec(given) ?? [];
  if (!given.startsWith('s3://')) {
    const path = resolve(given);
    return { store: createFolderStore(dirname(path)), name: basename(path) };
  }
  if (!bucket || !name) throw new StartError(`${given} is not an address such as s3://bucket/prefix/name`);
  if (!backupBucket) throw new StartError(`BACKUP_S3_BUCKET and its key must be set to read ${given}`);
  return { store: await openBucket({ ...backupBucket, bucket, prefix }), name };
};
