import { randomUUID } from 'node:crypto';
import { rmdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { explainFailure } from '../../explain-failure.ts';
import { createStorage, filesFolder, type StorageSettings } from '../../files/create-storage.ts';
import type { FileStorage } from '../../files/storage.ts';
import { makeFolder } from '../../make-folder.ts';
import { checkBucket } from '../check-bucket.ts';
import { ok, type Outcome, problem } from '../outcome.ts';

/** What several servers must share. A check cannot know how many servers there are. */
const sharedBy = ({ bucket }: StorageSettings): string =>
  bucket
    ? 'Several servers need the same folder DATA_DIR/uploads, or a proxy that keeps each user with one server.'
    : 'Several servers need the same folder DATA_DIR, or a bucket (S3_BUCKET).';

const storeAndRead = async (storage: FileStorage, settings: StorageSettings): Promise<Outcome> => {
  const key = `health-${randomUUID()}`;
  const content = Buffer.from(key);
  await storage.put(key, content);
  try {
    const stored = await storage.read(key);
    if (!stored || !(await buffer(stored.content)).equals(content))
      return problem('A file was read differently from how it was stored', 'Check the storage of files.');
    return ok(`A file was stored, read and removed. ${sharedBy(settings)}`);
  } finally {
    await storage.remove(key);
  }
};

/** Creates a folder for the time of a check, because after one by root the service could not create it. */
const inFolder = async (folder: string, check: () => Promise<Outcome>): Promise<Outcome> => {
  const made = await makeFolder(folder);
  try {
    return await check();
  } finally {
    // A server that is being started may already use it.
    for (const path of made.reverse()) await rmdir(path).catch(() => undefined);
  }
};

/** Checks whether a file can be stored, read and removed in the folder or the bucket of the settings. */
export const checkFiles = async (settings: StorageSettings): Promise<Outcome> => {
  const work = async () => storeAndRead(await createStorage(settings), settings);
  if (settings.bucket) return checkBucket(settings.bucket, work);
  try {
    return await inFolder(filesFolder(settings.dataDir), work);
  } catch (error) {
    return problem(explainFailure(error).split('\n')[0]!, 'Make the folder writable.', 'DATA_DIR');
  }
};
