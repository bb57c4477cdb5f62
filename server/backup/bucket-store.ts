import { randomBytes } from 'node:crypto';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { BucketError, type BucketSettings } from '../files/bucket-error.ts';
import { createS3Client, listObjects } from '../files/s3-client.ts';
import { createS3Storage } from '../files/s3-storage.ts';
import { StartError } from '../start-error.ts';
import {
  BACKUP_PATTERN,
  BACKUP_FILES,
  type BackupStore,
  BACKUP_SUFFIX,
  nameByTime,
  type StoredBackup,
} from './backup-store.ts';
import { type BucketPlace, copyToBucket, removeFromBucket } from './bucket-copies.ts';
import { readResuming } from './read-resuming.ts';

/**
 * Keeps backups in a bucket of an S3-compatible object storage. Their order is that of the storage's clock, because the
 * servers that write them may have others.
 */
export const createBucketStore = (settings: BucketSettings): BackupStore => {
  const { bucket, prefix = '' } = settings;
  const client = createS3Client(settings);
  const root = createS3Storage(settings, client);
  const addressOf = (name: string) => `s3://${bucket}/${prefix}${name}`;

  const read = (key: string) =>
    readResuming(
      (range) => root.read(key, range),
      (error) => (error instanceof BucketError ? error : new BucketError(settings, error)),
    );

  const listRoot = async (): Promise<StoredBackup[]> => {
    const found: StoredBackup[] = [];
    for await (const { key, storedAt } of listObjects(client, bucket, prefix, false))
      found.push({ name: key.slice(prefix.length), finishedAt: storedAt });
    return found;
  };

  const list = async () =>
    (await listRoot())
      .filter(({ name }) => BACKUP_PATTERN.test(name))
      // Storage counts in seconds, and lists by name, which is the order of backups within one.
      .sort((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime());

  const listCopies = async () => {
    const sizes = new Map<string, number>();
    for await (const { key, size } of root.list(BACKUP_FILES))
      sizes.set(key.slice(BACKUP_FILES.length + 1), size);
    return sizes;
  };

  const place: BucketPlace = {
    list,
    listRoot,
    listCopies,
    read,
    put: (key, content) => root.put(key, content),
    write: (key, content) => root.write(key, content),
    remove: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + key }));
    },
  };
  return {
    place: addressOf('').replace(/\/$/, ''),
    addressOf,
    // Two servers can start at the same time.
    newName: () => `${nameByTime()}-${randomBytes(4).toString('hex')}${BACKUP_SUFFIX}`,
    list,
    write: (name, content) => root.write(name, content),
    read: async (name) => {
      const content = await read(name);
      if (!content) throw new StartError(`There is no backup ${addressOf(name)}`);
      return content;
    },
    copyFiles: (name, storage, files) => copyToBucket(place, name, storage, files),
    listCopies,
    readCopy: (copy) => read(`${BACKUP_FILES}/${copy}`),
    removeOld: (retention, written) => removeFromBucket(place, retention, written),
  };
};
