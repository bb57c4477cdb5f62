declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string }[];
  }

  export type Middleware = (
    context: {
      path: string;
      mountPath: string;
      state: { vhost?: boolean };
      method: string;
      query: Record<string, string | undefined>;
      status: number;
    },
    next: () => Promise<void>,
  ) => Promise<void>;

  /** An S3 server that stores objects in a folder. Its only key is S3RVER, with the same secret. */
  export default class S3rver {
    constructor(options: Options);
    httpServer: Server;
    middleware: Middleware[];
    run(): Promise<{ port: number }>;
  }
}
