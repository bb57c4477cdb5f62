import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { ERRORS, MemoryLocker, Server, Upload } from '@tus/server';
import { API_BASE } from '#contract/call.ts';
import { UPLOADS_PATH } from '#contract/files.ts';
import { copyContent } from '../../files/copy-content.ts';
import { ApiError, explainFullStorage, notFound } from '../../http/api-error.ts';
import { receivePart } from './receive-part.ts';
import { namesIn } from '../../data-folder/names-in.ts';

/** Milliseconds after which an unfinished or unused upload is removed. */
export const UPLOAD_LIFETIME = 24 * 60 * 60_000;

/** The folder of unfinished uploads. */
export const uploadsFolder = (dataDir: string): string => join(dataDir, 'uploads');

/** The suffix of a copy that is in use. */
const COPY = '.copy';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** The response if a part cannot be stored. Any other error is left to the protocol. */
const explain = (error: unknown) => {
  const isMissing = codeOf(error) === 'ENOENT' || error === ERRORS.FILE_NOT_FOUND;
  const refusal = isMissing ? notFound('The upload') : explainFullStorage(error);
  return refusal && { status_code: refusal.status, body: JSON.stringify(refusal.body) };
};

/** Stores the content of uploads in a folder while it arrives. */
export interface UploadStore {
  /** Creates an upload of `size` bytes. @throws Error of the file system */
  create(id: string, size: number): Promise<void>;
  /** Answers a HEAD, PATCH or DELETE request for an upload. */
  handle(id: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Calls `read` with the path of a copy of the content, which exists until it returns. No request writes to the copy,
   * whereas another server that shares the folder may still be receiving a part of the original.
   * @throws ApiError `upload_unfinished` if the content has not arrived completely, and what `read` throws
   */
  withContent<Result>(id: string, read: (path: string) => Promise<Result>): Promise<Result>;
  /**
   * Those of these uploads that have received nothing since a time, and whose content is not in use by any server. The
   * time is `empty` for uploads that have not received anything yet, and `interrupted` for the others.
   */
  findIdle(ids: readonly string[], since: { empty: Date; interrupted: Date }): Promise<string[]>;
  remove(id: string): Promise<void>;
  /** Removes every upload that is older than `time`, in any state. */
  removeBefore(time: Date): Promise<void>;
}

const createProtocol = (folder: string) => {
  const files = new FileStore({ directory: folder });
  const locker = new MemoryLocker();
  const tus = new Server({
    path: `${API_BASE}${UPLOADS_PATH}`,
    datastore: files,
    locker,
    relativeLocation: true,
    allowedOrigins: [],
    onResponseError: (_request, error) => explain(error),
  });
  return { files, locker, tus, explain };
};

/**
 * Creates a store that receives uploads by the tus protocol 1.0 (https://tus.io/protocols/resumable-upload). Each part
 * is written to the folder as it arrives, so that memory does not grow with the file and an interrupted upload can be
 * resumed. The folder is created if it is missing.
 */
export const createUploadStore = (folder: string): UploadStore => {
  let protocol: ReturnType<typeof createProtocol> | undefined;
  const open = async () => {
    // If the library itself failed to create the folder, for instance on a full disk, the uncaught error would end the
    // process.
    if (!protocol) await mkdir(folder, { recursive: true });
    return (protocol ??= createProtocol(folder));
  };
  return {
    create: async (id, size) => {
      const { files } = await open();
      await files.create(new Upload({ id, size, offset: 0 }));
    },
    handle: async (id, request, response) => {
      const opened = await open();
      // The library takes the id from the end of the whole address, even from a query.
      request.url = `${API_BASE}${UPLOADS_PATH}/${id}`;
      await (request.method === 'PATCH'
        ? receivePart(opened, id, request, response)
        : opened.tus.handle(request, response));
    },
    withContent: async (id, read) => {
      const { files } = await open();
      const isComplete = async () => {
        const found = await files.getUpload(id).catch(() => undefined);
        return found !== undefined && found.offset === found.size;
      };
      const unfinished = () => new ApiError('upload_unfinished', 'The upload is not complete yet');
      if (!(await isComplete())) throw unfinished();
      const copy = join(folder, `${id}.${randomUUID()}${COPY}`);
      try {
        await copyContent(join(folder, id), copy).catch((error: unknown) => {
          // Another request was faster, and has removed the content.
          throw codeOf(error) === 'ENOENT' ? unfinished() : error;
        });
        return await read(copy);
      } finally {
        await rm(copy, { force: true });
      }
    },
    findIdle: async (ids, { empty, interrupted }) => {
      const inUse = new Set<string>();
      for (const name of await namesIn(folder)) if (name.endsWith(COPY)) inUse.add(name.split('.')[0]!);
      const idle: string[] = [];
      for (const id of ids) {
        const found = await stat(join(folder, id)).catch(() => undefined);
        if (!found || inUse.has(id)) continue;
        if (found.mtime < (found.size === 0 ? empty : interrupted)) idle.push(id);
      }
      return idle;
    },
    remove: async (id) => {
      for (const name of [id, `${id}.json`]) await rm(join(folder, name), { force: true });
    },
    removeBefore: async (time) => {
      for (const name of await namesIn(folder)) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        if (found && found.mtime < time) await rm(path, { force: true });
      }
    },
  };
};
