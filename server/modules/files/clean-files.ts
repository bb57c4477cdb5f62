import type { FastifyInstance } from 'fastify';
import { LOCKS, tryLockInTransaction } from '../../database/advisory-lock.ts';
import { describeOrphans, reportOrphans } from '../../files/orphans-report.ts';
import { claimStorage } from '../../files/storage-mark.ts';
import { StartError } from '../../start-error.ts';
import type { FilesContext } from './create-picture.ts';
import { findOrphans, type Orphans } from './find-orphans.ts';
import { deleteUnusedPictures, markUnusedPictures } from './pictures.repository.ts';
import { deleteUnusedFiles, markUnusedFiles } from './private-files.repository.ts';
import { removeAll } from './remove-all.ts';
import { removeContents, removePicture, removePrivateFile } from './removed-contents.ts';
import { UPLOAD_LIFETIME } from './upload-store.ts';
import { deleteUploadsBefore } from './uploads.repository.ts';

/** Milliseconds between two rounds. */
const INTERVAL = 60 * 60_000;
/** The number of records that are deleted at once. */
const BATCH = 500;
/**
 * Crashes leave few orphans. More than this share of all files, and more than this number, mean that the database is
 * not the one that the files belong to: it was set back, or is a copy.
 */
const LARGEST_SHARE = 0.01;
const ALWAYS_ALLOWED = 20;

export interface CleaningContext extends FilesContext {
  /** The mark of this site, which its storage has, too. */
  findMark: () => Promise<string>;
}

interface Options {
  /** For tests. Default: the current time */
  now?: Date;
  /** Ends the round early. The next one does the rest. */
  signal?: AbortSignal;
  /** Whether orphans are removed even if there are many. */
  acceptsMany?: boolean;
}

type Round = CleaningContext & Options;

/** Deletes records in batches until none is left. */
const deleteAll = async ({ signal }: Options, deleteSome: () => Promise<number>): Promise<void> => {
  do signal?.throwIfAborted();
  while ((await deleteSome()) > 0);
};

/** @throws StartError if there are too many orphans for a crash, which `acceptsMany` allows */
const requireFew = async ({ storage, acceptsMany }: Round, { orphans, files }: Orphans): Promise<void> => {
  const isFew = acceptsMany || orphans <= Math.max(ALWAYS_ALLOWED, files * LARGEST_SHARE);
  await reportOrphans(storage, isFew ? undefined : { orphans, files });
  if (!isFew)
    throw new StartError(
      `${describeOrphans({ orphans, files })}, so nothing is removed from storage: run npm run doctor`,
    );
};

/** Cleans what all servers share. @returns the orphans that were removed */
const cleanSharedFiles = async (round: Round, now: Date, dayAgo: Date): Promise<Orphans> => {
  const { db, storage } = round;
  await deleteUploadsBefore(db, dayAgo);
  await claimStorage(storage, await round.findMark());
  await markUnusedPictures(db, now);
  await markUnusedFiles(db, now);
  const found = await findOrphans(round, dayAgo);
  await requireFew(round, found);
  await deleteAll(round, () => deleteUnusedPictures(db, dayAgo, BATCH));
  await deleteAll(round, () => deleteUnusedFiles(db, dayAgo, BATCH));
  const { signal } = round;
  try {
    await removeContents(round);
  } finally {
    // A content that cannot be removed does not keep the orphans.
    await removeAll(found.pictures, (hash) => removePicture(round, hash), signal);
    await removeAll(found.privateFiles, (id) => removePrivateFile(round, id), signal);
    await removeAll(found.unfinished, (key) => storage.remove(key), signal);
  }
  return found;
};

/**
 * Removes what nothing refers to: uploads that are more than a day old, pictures and private files that have been unused
 * for a day, and contents without a record. Until then, a text that was cut can be pasted elsewhere, and a backup that
 * has begun can copy the files of its snapshot. Every server removes the uploads on its own disk; one does the rest.
 * @returns the orphans that were removed, or undefined if another server is cleaning
 * @throws StartError if the storage belongs to another site, or has many files without a record
 * @throws Error, also the reason of the signal
 */
export const cleanFiles = async (
  context: CleaningContext,
  options: Options = {},
): Promise<Orphans | undefined> => {
  const { now = new Date() } = options;
  const dayAgo = new Date(now.getTime() - UPLOAD_LIFETIME);
  await context.uploads.removeBefore(dayAgo);
  return context.db.transaction(async (trx) => {
    const isFree = await tryLockInTransaction(trx, LOCKS.fileCleaning);
    return isFree ? cleanSharedFiles({ ...context, ...options }, now, dayAgo) : undefined;
  });
};

/** Marks the storage as that of this site, and cleans files once an hour while the server runs. */
export const cleanFilesRegularly = (app: FastifyInstance, context: CleaningContext): void => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const report = (error: unknown): void => {
    if (!signal.aborted) app.log.warn({ err: error }, 'Unused files could not be removed');
  };
  const claim = async () => claimStorage(context.storage, await context.findMark());
  let round: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    round ??= cleanFiles(context, { signal })
      .catch(report)
      .finally(() => (round = undefined));
  }, INTERVAL);
  timer.unref();
  app.addHook('onReady', async () => {
    claim().catch(report);
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    stopping.abort();
  });
  app.addHook('onClose', async () => {
    await round;
  });
};
