import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { idSchema } from '#contract/common.ts';
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
const listOrphanedPictures = async ({ db, storage }: FilesContext, before: Date) => {
  const hashes = new Set<string>();
  const unfinished: string[] = [];
  for await (const { key, storedAt } of storage.list(PICTURES_FOLDER)) {
    if (storedAt >= before) continue;
    hashes.add(hashOfKey(key));
    if (isUnfinished(key)) unfinished.push(key);
  }
  for (const hash of hashes) if (await hasPicture(db, hash)) hashes.delete(hash);
  return { hashes, unfinished };
};

/** Removes the contents of private files whose records were deleted. */
const removePrivateFiles = async ({ storage }: FilesContext, ids: Iterable<string>): Promise<void> => {
  for (const id of ids) await storage.remove(privateKey(id));
};

/** Whether a private file is recorded. Incomplete files of a crash have names of their own and never are. */
const isRecorded = async (db: FilesContext['db'], id: string): Promise<boolean> =>
  idSchema.safeParse(id).success && (await findFile(db, id)) !== undefined;

/** Private files without a record, which a crash while storing or before recording leaves behind. */
const listOrphanedFiles = async ({ db, storage }: FilesContext, before: Date): Promise<string[]> => {
  const old: string[] = [];
  for await (const { key, storedAt } of storage.list(PRIVATE_FOLDER))
    if (storedAt < before && !(await isRecorded(db, idOfKey(key)))) old.push(idOfKey(key));
  return old;
};

/**
 * Removes what nothing refers to: uploads that are more than a day old, pictures and private files that have been unused
 * for a day, and contents without a record. Until then, a text that was cut can be pasted elsewhere, and a backup that
 * has begun can copy the files of its snapshot.
 * @param now for tests. Default: the current time
 */
export const cleanFiles = async (context: FilesContext, now = new Date()): Promise<void> => {
  const dayAgo = new Date(now.getTime() - UPLOAD_LIFETIME);
  await deleteUploadsBefore(context.db, dayAgo);
  await context.uploads.removeBefore(dayAgo);
  await markUnusedPictures(context.db, now);
  await markUnusedFiles(context.db, now);
  for (const hash of await deleteUnusedPictures(context.db, dayAgo)) await removePicture(context, hash);
  const orphaned = await listOrphanedPictures(context, dayAgo);
  for (const hash of orphaned.hashes) await removePicture(context, hash);
  for (const key of orphaned.unfinished) await context.storage.remove(key);
  await removePrivateFiles(context, await deleteUnusedFiles(context.db, dayAgo));
  await removePrivateFiles(context, await listOrphanedFiles(context, dayAgo));
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

/** Cleans files once an hour while the server runs. Only one of several servers does the work. */
export const cleanFilesRegularly = (app: FastifyInstance, context: FilesContext): void => {
  const cleanIfFree = () =>
    context.db.transaction(async (trx) => {
      const { rows } = await trx.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtext('clean files')) as free`,
      );
      if (rows[0]?.free) await cleanFiles(context);
    });
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = cleanIfFree().catch((error: unknown) =>
      app.log.warn({ err: error }, 'Unused files could not be removed'),
    );
  }, INTERVAL);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await round;
  });
};
