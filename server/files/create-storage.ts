import { join } from 'node:path';
import { createFolderStorage } from './folder-storage.ts';
import type { BucketSettings } from './bucket-error.ts';
import { ownerOf } from '../data-folder/owner.ts';
import type { FileStorage } from './storage.ts';

export interface StorageSettings {
  /** Absolute. */
  dataDir: string;
  /** Absent: files are in the folder `files` of `dataDir`. */
  bucket?: BucketSettings;
}

/** The folder of the files, without a bucket. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/** Creates the storage that the settings specify. What root stores in the folder belongs to the owner of the data. */
export const createStorage = async ({ dataDir, bucket }: StorageSettings): Promise<FileStorage> => {
  if (!bucket) return createFolderStorage(filesFolder(dataDir), await ownerOf(dataDir));
  // The SDK is only loaded with a bucket, because it takes memory and time.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(bucket);
};
