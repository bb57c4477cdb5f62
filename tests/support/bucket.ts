import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver, { type Middleware } from '@20minutes/s3rver';
import type { BucketSettings } from '#server/files/bucket-error.ts';

const NAME = 'files';

/**
 * Amazon's SDK signs the address of a bucket with a trailing slash. This server drops the slash before it checks the
 * signature, unless the bucket is in the host name.
 */
const signBucketsWithSlash: Middleware = async (context, next) => {
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.state.vhost = true;
    context.mountPath = '/';
  }
  await next();
};

/** An S3 server with a bucket, which checks the signature of every request. */
export interface TestBucket {
  settings: BucketSettings;
  /** Closes all connections and accepts none until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Makes an object look as if it had been stored at that time. */
  backdate(key: string, time: Date): Promise<void>;
  /** The keys of the uploads in parts that were aborted. */
  aborted: readonly string[];
  close(): Promise<void>;
}

export const startBucket = async (): Promise<TestBucket> => {
  const aborted: string[] = [];
  /** The server cannot abort an upload in parts itself. */
  const noteAborted: Middleware = async (context, next) => {
    if (context.method !== 'DELETE' || context.query.uploadId === undefined) return next();
    aborted.push(context.path.slice(`/${NAME}/`.length));
    context.status = 204;
  };
  const directory = await mkdtemp(join(tmpdir(), 'classharbor-bucket-'));
  let server: S3rver;
  let port = 0;
  const open = async () => {
    const configureBuckets = port === 0 ? [{ name: NAME }] : [];
    server = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets });
    // Placed before the last middleware, which routes and authenticates.
    server.middleware.splice(-1, 0, signBucketsWithSlash, noteAborted);
    ({ port } = await server.run());
  };
  const shut = () =>
    new Promise<void>((resolve) => {
      server.httpServer.close(() => resolve());
      server.httpServer.closeAllConnections();
    });
  await open();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: NAME,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    aborted,
    shut,
    open,
    backdate: (key, time) => utimes(join(directory, NAME, `${key}._S3rver_object`), time, time),
    close: async () => {
      await shut();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
