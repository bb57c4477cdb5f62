import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { explainFailure } from '../../explain-failure.ts';
import { createStorage, type StorageSettings } from '../../files/create-storage.ts';
import type { FileStorage } from '../../files/storage.ts';
import { ok, type Outcome, problem } from '../outcome.ts';

/**
 * The advice for the error codes of S3-compatible storage
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html).
 */
const BUCKET_ADVICE: Readonly<Record<string, [setting: string, todo: string]>> = {
  NoSuchBucket: ['S3_BUCKET', 'Create the bucket, or correct its name.'],
  AccessDenied: ['S3_ACCESS_KEY_ID', 'Let this key read, write, list and delete objects of the bucket.'],
  InvalidAccessKeyId: ['S3_ACCESS_KEY_ID', 'Correct the key.'],
  SignatureDoesNotMatch: ['S3_SECRET_ACCESS_KEY', 'Correct the secret of the key.'],
};

/** Milliseconds. The SDK tries several times. */
const TIMEOUT = 15_000;

/** What several servers must share. A check cannot know how many servers there are. */
const sharedBy = ({ bucket }: StorageSettings): string =>
  bucket
    ? 'Several servers need the same folder DATA_DIR/uploads, or a proxy that keeps each user with one server.'
    : 'Several servers need the same folder DATA_DIR, or a bucket (S3_BUCKET).';

const storeAndRead = async (storage: FileStorage, settings: StorageSettings): Promise<Outcome> => {
  const key = `health/${randomUUID()}`;
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

const inTime = async (work: Promise<Outcome>): Promise<Outcome> => {
  const late = AbortSignal.timeout(TIMEOUT);
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) =>
      late.addEventListener('abort', () => reject(new Error('No answer in time'))),
    ),
  ]);
};

/** Checks whether a file can be stored, read and removed in the folder or the bucket of the settings. */
export const checkFiles = async (settings: StorageSettings): Promise<Outcome> => {
  try {
    return await inTime(storeAndRead(await createStorage(settings), settings));
  } catch (error) {
    const { name, message } = error as Error;
    if (!settings.bucket)
      return problem(explainFailure(error).split('\n')[0]!, 'Make the folder writable.', 'DATA_DIR');
    const [setting, todo] = BUCKET_ADVICE[name] ?? [
      'S3_ENDPOINT',
      'Check the address and whether it answers.',
    ];
    return problem(`The bucket ${settings.bucket.bucket} cannot be used: ${message || name}`, todo, setting);
  }
};
