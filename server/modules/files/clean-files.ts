import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { isId } from '#contract/id.ts';
import { isUnfinished } from '../../files/folder-storage.ts';
import type { FilesContext } from './create-picture.ts';
import { deleteUnusedPictures, hasPicture, lockPicture, markUnusedPictures } from './pictures.repository.ts';
import { deleteUnusedFiles, findFile, markUnusedFiles } from './private-files.repository.ts';
import { idOfKey, PRIVATE_FOLDER, privateKey } from './stored-files.ts';
import { hashOfKey, pictureFolder, PICTURES_FOLDER } from './stored-pictures.ts';
import { UPLOAD_LIFETIME } from './upload-store.ts';
import { deleteUploadsBefore } from './uploads.repository.ts';

/** Milliseconds between two rounds. */
const INTERVAL = 60 * 60_000;

export interface RemovedFiles {
  /** The hashes of pictures. */
  pictures: readonly string[];
  /** The ids of private files. */
  files: readonly string[];
}

interface Round extends FilesContext {
  /** Ends the round early. The next one does the rest. */
  signal?: AbortSignal;
}

/** Passes items on until the round is ended. @throws the reason of the signal */
async function* until<Item>(
  { signal }: Round,
  items: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<Item, void> {
  for await (const item of items) {
    signal?.throwIfAborted();
    yield item;
  }
}

/** Removes a picture's files unless the picture has been recorded again. */
const removePicture = ({ db, storage }: FilesContext, hash: string): Promise<void> =>
  db.transaction(async (trx) => {
    await lockPicture(trx, hash);
    if (!(await hasPicture(trx, hash))) await storage.remove(pictureFolder(hash));
  });

/**
 * What a crash leaves behind: the hashes of pictures that were stored but not recorded, and the keys of incomplete
 * files, whose picture may have been recorded since.
 */
const listOrphanedPictures = async (round: Round, before: Date) => {
  const hashes = new Set<string>();
  const unfinished: string[] = [];
  for await (const { key, storedAt } of until(round, round.storage.list(PICTURES_FOLDER))) {
    if (storedAt >= before) continue;
    hashes.add(hashOfKey(key));
    if (isUnfinished(key)) unfinished.push(key);
  }
  for await (const hash of until(round, hashes)) if (await hasPicture(round.db, hash)) hashes.delete(hash);
  return { hashes, unfinished };
};

/** Removes the contents of private files whose records were deleted. */
const removePrivateFiles = async (round: Round, ids: Iterable<string>): Promise<void> => {
  for await (const id of until(round, ids)) await round.storage.remove(privateKey(id));
};

/** Whether a private file is recorded. Incomplete files of a crash have names of their own and never are. */
const isRecorded = async (db: FilesContext['db'], id: string): Promise<boolean> =>
  isId(id) && (await findFile(db, id)) !== undefined;

/** Private files without a record, which a crash while storing or before recording leaves behind. */
const listOrphanedFiles = async (round: Round, before: Date): Promise<string[]> => {
  const old: string[] = [];
  for await (const { key, storedAt } of until(round, round.storage.list(PRIVATE_FOLDER)))
    if (storedAt < before && !(await isRecorded(round.db, idOfKey(key)))) old.push(idOfKey(key));
  return old;
};

/** Cleans what all servers share, unless another server is doing so. */
const cleanSharedFiles = async (round: Round, now: Date, dayAgo: Date): Promise<void> => {
  await deleteUploadsBefore(round.db, dayAgo);
  await markUnusedPictures(round.db, now);
  await markUnusedFiles(round.db, now);
  for await (const hash of until(round, await deleteUnusedPictures(round.db, dayAgo)))
    await removePicture(round, hash);
  const orphaned = await listOrphanedPictures(round, dayAgo);
  for await (const hash of until(round, orphaned.hashes)) await removePicture(round, hash);
  for await (const key of until(round, orphaned.unfinished)) await round.storage.remove(key);
  await removePrivateFiles(round, await deleteUnusedFiles(round.db, dayAgo));
  await removePrivateFiles(round, await listOrphanedFiles(round, dayAgo));
};

/**
 * Removes what nothing refers to: uploads that are more than a day old, pictures and private files that have been unused
 * for a day, and contents without a record. Until then, a text that was cut can be pasted elsewhere, and a backup that
 * has begun can copy the files of its snapshot. Every server removes the uploads on its own disk; one does the rest.
 * @param now for tests. Default: the current time
 * @param signal ends the round early; the next one does the rest
 * @throws Error, also the reason of the signal
 */
export const cleanFiles = async (
  context: FilesContext,
  now = new Date(),
  signal?: AbortSignal,
): Promise<void> => {
  const dayAgo = new Date(now.getTime() - UPLOAD_LIFETIME);
  await context.uploads.removeBefore(dayAgo);
  await context.db.transaction(async (trx) => {
    const { rows } = await trx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('clean files')) as free`,
    );
    if (rows[0]?.free) await cleanSharedFiles({ ...context, signal }, now, dayAgo);
  });
};

/** Removes the contents whose records were deleted, without making the caller wait for storage. */
export const removeFilesInBackground = (
  context: FilesContext,
  log: FastifyBaseLogger,
  { pictures, files }: RemovedFiles,
): void => {
  const remove = async () => {
    for (const hash of pictures) await removePicture(context, hash);
    await removePrivateFiles(context, files);
  };
  remove().catch((error: unknown) => log.warn({ err: error }, 'Some files could not be removed yet'));
};

/** Cleans files once an hour while the server runs. */
export const cleanFilesRegularly = (app: FastifyInstance, context: FilesContext): void => {
  const stopping = new AbortController();
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = cleanFiles(context, new Date(), stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) app.log.warn({ err: error }, 'Unused files could not be removed');
    });
  }, INTERVAL);
  timer.unref();
  app.addHook('preClose', async () => {
    clearInterval(timer);
    stopping.abort();
  });
  app.addHook('onClose', () => round);
};
