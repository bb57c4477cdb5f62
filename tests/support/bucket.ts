import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver, { type Middleware } from '@20minutes/s3rver';
import type { BucketSettings } from '#server/files/s3-storage.ts';

const NAME = 'files';

/**
 * Amazon's SDK signs the address of a bucket with a trailing slash. This server drops the slash before it checks the
 * signature, unless the bucket is in the host name.
 */
const signBucketsWithSlash: Middleware = async (context, next) => {
  if (context.path === `/${NAME}/`) {
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
  close(): Promise<void>;
}

export const startBucket = async (): Promise<TestBucket> => {
  const directory = await mkdtemp(join(tmpdir(), 'classharbor-bucket-'));
  let server: S3rver;
  let port = 0;
  const open = async () => {
    const configureBuckets = port === 0 ? [{ name: NAME }] : [];
    server = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets });
    // Placed before the last middleware, which routes and authenticates.
    server.middleware.splice(-1, 0, signBucketsWithSlash);
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
    shut,
    open,
    close: async () => {
      await shut();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
