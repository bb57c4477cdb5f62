import { randomUUID } from 'node:crypto';
import { rmdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { explainFailure } from '../../explain-failure.ts';
import { createStorage, filesFolder, type StorageSettings } from '../../files/create-storage.ts';
import { describeOrphans, readOrphansReport } from '../../files/orphans-report.ts';
import { MARK_KEY, readStorageMark } from '../../files/storage-mark.ts';
import type { FileStorage } from '../../files/storage.ts';
import { makeFolder } from '../../data-folder/make-folder.ts';
import { checkBucket } from '../check-bucket.ts';
import { ok, type Outcome, problem } from '../outcome.ts';

/** What several servers must share. A check cannot know how many servers there are. */
const sharedBy = ({ bucket }: StorageSettings): string =>
  bucket
    ? 'Several servers need the same folder DATA_DIR/uploads, or a proxy that keeps each user with one server.'
    : 'Several servers need the same folder DATA_DIR, or a bucket (S3_BUCKET).';

const settingOf = ({ bucket }: StorageSettings): string => (bucket ? 'S3_BUCKET' : 'DATA_DIR');

/** Checks whether the files belong to the site of this database. */
const checkOwner = async (
  storage: FileStorage,
  settings: StorageSettings,
  siteMark: string | undefined,
): Promise<Outcome | undefined> => {
  const mark = await readStorageMark(storage);
  if (siteMark !== undefined && mark !== undefined && mark !== siteMark) {
    const place = settings.bucket ? 'bucket' : 'folder';
    return problem(
      'The stored files belong to the site of another database, so unused files are not removed',
      `Check DATABASE_URL, or set a ${place} of this site’s own. If that site is gone and this one keeps its ` +
        `files, delete the file ${MARK_KEY} from the ${place}${settings.bucket ? '' : ' files'}.`,
      settingOf(settings),
    );
  }
  const report = await readOrphansReport(storage);
  if (!report) return undefined;
  return problem(
    `${describeOrphans(report)}, so unused files are not removed`,
    'If the database was set back, connect the current one or restore its newest backup. If it is a copy, give it ' +
      'a storage of its own. If nobody needs these files, run npm run files:clean.',
    'DATABASE_URL',
  );
};

const storeAndRead = async (storage: FileStorage, settings: StorageSettings): Promise<Outcome> => {
  const key = `health-${randomUUID()}`;
  const content = Buffer.from(key);
  await storage.put(key, content);
  try {
    const stored = await storage.read(key);
    if (!stored || !(await buffer(stored.content)).equals(content))
      return problem('A file was read differently from how it was stored', 'Check the file storage.');
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

/**
 * Checks whether a file can be stored, read and removed in the folder or the bucket of the settings, and whether that
 * belongs to this site.
 * @param siteMark the mark in the database, if it is known
 */
export const checkFiles = async (settings: StorageSettings, siteMark?: string): Promise<Outcome> => {
  const work = async () => {
    const storage = await createStorage(settings);
    const outcome = await storeAndRead(storage, settings);
    return outcome.status === 'ok' ? ((await checkOwner(storage, settings, siteMark)) ?? outcome) : outcome;
  };
  if (settings.bucket) return checkBucket(settings.bucket, work);
  try {
    return await inFolder(filesFolder(settings.dataDir), work);
  } catch (error) {
    return problem(explainFailure(error).split('\n')[0]!, 'Make the folder writable.', 'DATA_DIR');
  }
};
