import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/call.ts';
import { fillPath } from '#contract/fill-path.ts';
import * as calls from '#contract/files.ts';
import type { Database } from '../../database/client.ts';
import type { FileStorage } from '../../files/storage.ts';
import { type CurrentUser, linkedOrAnyone, signedIn } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { sendFile } from '../../http/send-file.ts';
import { DOWNLOAD_LIFETIME } from '../../http/signed-links.ts';
import { type FileRow, findFile } from './private-files.repository.ts';
import { privateKey } from './stored-files.ts';

/**
 * Whether a caller may read a file as part of an entity of this type, such as a submission.
 * @param caller undefined for a visitor
 */
export type MayRead = (db: Database, caller: CurrentUser | undefined, fileId: string) => Promise<boolean>;

interface PrivateFiles {
  db: Database;
  storage: FileStorage;
  /** One rule for each type of entity that files belong to. A file that no rule allows is reported as not found. */
  readers: readonly MayRead[];
}

/** The lifetime of a link, in milliseconds. A video is read in parts for as long as it is watched. */
const LINK_LIFETIME: Readonly<Record<calls.FilePurpose, number>> = {
  document: DOWNLOAD_LIFETIME,
  video: 4 * 60 * 60_000,
  captions: 4 * 60 * 60_000,
};

const mayReadFile = async (
  { db, readers }: PrivateFiles,
  caller: CurrentUser | undefined,
  id: string,
): Promise<boolean> => {
  // One after the other, so that the parts of a lesson's video cost one query each.
  for (const mayRead of readers) if (await mayRead(db, caller, id)) return true;
  return false;
};

/**
 * Requires a file that the caller may read. A file that they may not read looks like one that does not exist. The record and
 * the permission are looked up at the same time, because a viewer waits for them after each seek.
 * @throws ApiError `not_found`, or `unauthenticated` for visitors
 */
const requireReadable = async (
  context: PrivateFiles,
  caller: CurrentUser | undefined,
  id: string,
): Promise<FileRow> => {
  const [file, isAllowed] = await Promise.all([findFile(context.db, id), mayReadFile(context, caller, id)]);
  if (file && isAllowed) return file;
  if (!caller) throw new ApiError('unauthenticated', 'Please log in');
  throw notFound('The file');
};

/**
 * Registers the calls that read private files: by a link that the browser can follow, with the permission checked on
 * each request.
 */
export const registerPrivateFiles = (app: FastifyInstance, context: PrivateFiles): void => {
  route(app, calls.getFileLink, signedIn, async ({ caller, params }) => {
    const { purpose } = await requireReadable(context, caller, params.id);
    const path = `${API_BASE}${fillPath(calls.getFileContent.path, params)}`;
    return { address: app.links.sign(path, caller, LINK_LIFETIME[purpose]) };
  });

  route(app, calls.getFileContent, linkedOrAnyone, async ({ caller, params, reply }) => {
    const { id, name, type, bytes, purpose } = await requireReadable(context, caller, params.id);
    return sendFile(reply, {
      id,
      name,
      type,
      size: bytes,
      isInline: purpose !== 'document',
      read: (range) => context.storage.read(privateKey(id), range),
    });
  });
};
