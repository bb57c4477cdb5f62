import { ApiError } from '../../http/api-error.ts';
import type { FilesContext } from './create-picture.ts';
import { deleteUpload, listUnusedUploads } from './uploads.repository.ts';

/**
 * The age in milliseconds from which an upload without a byte makes room for another one of its user. Browsers send the
 * first part as soon as they have created an upload.
 */
const IDLE_TIME = 10 * 60_000;
/**
 * Milliseconds without a byte after which an upload that has received some makes room for another one. Browsers wait for a
 * connection as long as the tab is open, so it may still be resumed.
 */
const INTERRUPTED_TIME = 60 * 60_000;

const before = (milliseconds: number): Date => new Date(Date.now() - milliseconds);

/** Whether an error means that the content of an upload is invalid, so that retrying cannot help. */
export const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 422;

/** Removes an unusable upload. Its content is removed first, because it counts towards its user's limits. */
export const discardUpload = async ({ db, uploads }: FilesContext, id: string): Promise<void> => {
  await uploads.remove(id);
  await deleteUpload(db, id);
};

/** Whether an error means that a user's uploads leave no room for another one. */
const isFull = (error: unknown): boolean =>
  error instanceof ApiError && ['too_many_requests', 'quota_reached'].includes(error.code);

/** Discards the uploads of a user that no longer receive anything. @returns whether there were any */
const discardIdle = async (context: FilesContext, userId: string): Promise<boolean> => {
  const unused = await listUnusedUploads(context.db, userId, before(IDLE_TIME));
  const idle = await context.uploads.findIdle(unused, {
    empty: before(IDLE_TIME),
    interrupted: before(INTERRUPTED_TIME),
  });
  for (const id of idle) await discardUpload(context, id);
  return idle.length > 0;
};

/**
 * Records an upload. If the limits of its user do not allow for it, uploads that were given up make room first: one whose
 * creation was never confirmed to the browser would otherwise count for a day.
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
    if (!isFull(error) || !(await discardIdle(context, userId))) throw error;
    await insert();
  }
};
