import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { FileStorage, StoredFile } from './storage.ts';

/** The location and the credentials of a bucket. */
export interface BucketSettings {
  /** Absent: Amazon's own. */
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * The size of a part of a large file in bytes, and the number of parts that are sent at once. Together they determine
 * the memory that a file takes.
 */
const PART_SIZE = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** The timeouts of connecting and of a silent connection, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 30_000 };

const isMissing = (error: unknown): boolean => (error as Error).name === 'NoSuchKey';

const createClient = ({ endpoint, region, accessKeyId, secretAccessKey }: BucketSettings): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Storage servers other than Amazon's may not support a host name for each bucket, or the newest checksums.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: TIMEOUTS,
  });

/** Keeps files in a bucket of an S3-compatible object storage. An object is visible once it is complete. */
export const createS3Storage = (settings: BucketSettings): FileStorage => {
  const client = createClient(settings);
  const { bucket: Bucket } = settings;

  async function* list(path: string): AsyncGenerator<StoredFile, void> {
    let next: string | undefined;
    do {
      const { Contents = [], NextContinuationToken } = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: `${path}/`, ContinuationToken: next }),
      );
      for (const { Key, Size, LastModified } of Contents)
        yield { key: Key!, size: Size ?? 0, storedAt: LastModified! };
      next = NextContinuationToken;
    } while (next !== undefined);
  }

  const removeObject = (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key }));

  const write = async (Key: string, Body: Readable): Promise<void> => {
    const params = { Bucket, Key, Body };
    try {
      // The parts of a failed upload are removed.
      await new Upload({ client, params, partSize: PART_SIZE, queueSize: PARTS_AT_ONCE }).done();
    } finally {
      Body.destroy();
    }
  };

  return {
    put: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    putFile: (key, path) => write(key, createReadStream(path)),
    write,
    read: async (Key, range) => {
      try {
        const { Body, ContentLength } = await client.send(
          new GetObjectCommand({ Bucket, Key, Range: range && `bytes=${range.start}-${range.end}` }),
        );
        return { size: ContentLength!, content: Body as Readable };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: async (path) => {
      await removeObject(path);
      for await (const { key } of list(path)) await removeObject(key);
    },
    list,
  };
};
