import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { BucketError, type BucketSettings } from './bucket-error.ts';
import type { StoredFile } from './storage.ts';

/** The timeouts of connecting and of a silent connection, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 30_000 };
/**
 * The maximum number of connections. A reader of a file holds one for as long as they read, and the default of 50 would
 * make all other requests wait for them.
 */
const AGENT = { keepAlive: true, maxSockets: 2_000 };

/** Whether an error says that there is no such object. */
export const isMissing = (error: unknown): boolean => (error as Error).name === 'NoSuchKey';

/** Connects to the storage of a bucket. A failed request is a `BucketError`, unless only the object is missing. */
export const createS3Client = (settings: BucketSettings): S3Client => {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Storage servers other than Amazon's may not support a host name for each bucket, or the newest checksums.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { ...TIMEOUTS, httpAgent: AGENT, httpsAgent: AGENT },
  });
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        throw isMissing(error) ? error : new BucketError(settings, error as Error);
      }
    },
    { step: 'initialize', name: 'explainFailure' },
  );
  return client;
};

/**
 * Lists objects whose keys begin with a text, in alphabetical order.
 * @param isDeep whether to include objects whose keys have a slash after that text
 */
export async function* listObjects(
  client: S3Client,
  bucket: string,
  start: string,
  isDeep: boolean,
): AsyncGenerator<StoredFile, void> {
  let next: string | undefined;
  do {
    const { Contents = [], NextContinuationToken } = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: start,
        ContinuationToken: next,
        ...(!isDeep && { Delimiter: '/' }),
      }),
    );
    for (const { Key, Size, LastModified } of Contents)
      yield { key: Key!, size: Size ?? 0, storedAt: LastModified! };
    next = NextContinuationToken;
  } while (next !== undefined);
}
