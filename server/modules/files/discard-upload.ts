import { ApiError } from '../../http/api-error.ts';
import type { FilesContext } from './create-picture.ts';
import { deleteReplacedMedia } from './private-files.repository.ts';
import { deleteUpload, listUnusedUploads } from './uploads.repository.ts';

/**
 * Milliseconds without a byte after which an upload makes room for another one of its user, and the age from which an
 * unused video does. No request lasts that long,
 * and browsers give up earlier.
 */
const IDLE_TIME = 10 * 60_000;

/** Whether an error means that the content of an upload is invalid, so that retrying cannot help. */
export const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 422;

/** Removes an unusable upload. Its content is removed first, because it counts towards its user's limits. */
export const discardUpload = async ({ db, uploads }: FilesContext, id: string): Promise<void> => {
  await uploads.remove(id);
  await deleteUpload(db, id);
};

/** Whether an error means that a user's uploads leave no room for another one. */
const isFull = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['too_many_requests', 'quota_reached'].includes(error.code);

/** Discards the uploads of a user that no longer receive anything. @returns whether there were any */
const discardIdle = async (context: FilesContext, userId: string, time: Date): Promise<boolean> => {
  const unused = await listUnusedUploads(context.db, userId, time);
  const idle = await context.uploads.findIdle(unused, time);
  for (const id of idle) await discardUpload(context, id);
  return idle.length > 0;
};

/**
 * Records an upload. If the limits of its user do not allow for it, uploads that were given up make room first, and so do
 * videos and captions that were replaced or removed. They would otherwise count for a day or two.
 * @throws what `insert` throws if there is no room even so
 */
export const insertWithRoom = async (
  context: FilesContext,
  userId: string,
  insert: () => Promise<void>,
): Promise<void> => {
  try {
    await insert();
  } catch (error) {
    if (!isFull(error)) throw error;
    const time = new Date(Date.now() - IDLE_TIME);
    const hasDiscarded = await discardIdle(context, userId, time);
    const isOutOfSpace = error.code === 'quota_reached';
    const deleted = isOutOfSpace ? await deleteReplacedMedia(context.db, userId, time) : 0;
    if (!hasDiscarded && deleted === 0) throw error;
    await insert();
  }
};
