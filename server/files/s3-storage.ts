import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { BucketSettings } from './bucket-error.ts';
import { createS3Client, isMissing, listObjects } from './s3-client.ts';
import type { FileStorage, StoredFile } from './storage.ts';

/**
 * The size of a part of a large file in bytes, and the number of parts that are sent at once. Together they determine
 * the memory that a file takes.
 */
const PART_SIZE = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** Keeps files in a bucket of an S3-compatible object storage. An object is visible once it is complete. */
export const createS3Storage = (settings: BucketSettings, client = createS3Client(settings)): FileStorage => {
  const { bucket: Bucket, prefix = '' } = settings;
  const objectOf = (key: string) => ({ Bucket, Key: prefix + key });

  async function* list(path: string): AsyncGenerator<StoredFile, void> {
    const start = prefix + (path && `${path}/`);
    for await (const { key, ...about } of listObjects(client, Bucket, start, true))
      yield { key: key.slice(prefix.length), ...about };
  }

  const removeObject = (key: string) => client.send(new DeleteObjectCommand(objectOf(key)));

  const write = async (key: string, Body: Readable): Promise<void> => {
    const params = { ...objectOf(key), Body };
    try {
      // The parts of a failed upload are removed.
      await new Upload({ client, params, partSize: PART_SIZE, queueSize: PARTS_AT_ONCE }).done();
    } catch (error) {
      // If the content could not be read, that is the cause, even if removing the parts failed too.
      throw Body.errored ?? error;
    } finally {
      Body.destroy();
    }
  };

  return {
    put: async (key, Body) => {
      await client.send(new PutObjectCommand({ ...objectOf(key), Body }));
    },
    putFile: (key, path) => write(key, createReadStream(path)),
    write,
    read: async (key, range) => {
      try {
        const { Body, ContentLength } = await client.send(
          new GetObjectCommand({ ...objectOf(key), Range: range && `bytes=${range.start}-${range.end}` }),
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
