import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable } from '../../database/client.ts';
import { removedContents } from '../../database/schema.ts';
import type { FileStorage } from '../../files/storage.ts';
import { claimStorage } from '../../files/storage-mark.ts';
import { hasPicture, lockPicture } from './pictures.repository.ts';
import { removeAll } from './remove-all.ts';
import { privateKey } from './stored-files.ts';
import { pictureFolder } from './stored-pictures.ts';
import type { ContentKind } from './unused-records.ts';

// Records are in the database and contents in storage, which may be unavailable when a record is deleted. The
// transaction that deletes a record therefore lists its content, and contents are removed from storage by that list.

/** The number of contents that are listed at once. */
const BATCH = 100;

type RemovedContent = typeof removedContents.$inferSelect;

interface Removal {
  db: Database;
  storage: FileStorage;
  /** Ends the removal early. The contents that remain are still listed. */
  signal?: AbortSignal;
}

/** Which of these contents are listed as removed. */
export const findRemoved = async (
  db: Queryable,
  kind: ContentKind,
  names: readonly string[],
): Promise<Set<string>> => {
  if (names.length === 0) return new Set();
  const rows = await db
    .select({ name: removedContents.name })
    .from(removedContents)
    .where(and(eq(removedContents.kind, kind), inArray(removedContents.name, [...new Set(names)])));
  return new Set(rows.map(({ name }) => name));
};

const takeFromList = async (db: Queryable, { kind, name }: RemovedContent): Promise<void> => {
  await db.delete(removedContents).where(and(eq(removedContents.kind, kind), eq(removedContents.name, name)));
};

/** Removes a picture's files, whether they are listed or not, unless the picture has been recorded again. */
export const removePicture = ({ db, storage }: Removal, hash: string): Promise<void> =>
  db.transaction(async (trx) => {
    await lockPicture(trx, hash);
    await takeFromList(trx, { kind: 'picture', name: hash });
    if (!(await hasPicture(trx, hash))) await storage.remove(pictureFolder(hash));
  });

/**
 * Removes the content of a private file, whether it is listed or not. No connection waits for storage: unlike a picture,
 * the same file is never uploaded again.
 */
export const removePrivateFile = async ({ db, storage }: Removal, id: string): Promise<void> => {
  await storage.remove(privateKey(id));
  await takeFromList(db, { kind: 'file', name: id });
};

const REMOVE = { picture: removePicture, file: removePrivateFile } as const;

/** Lists contents in their order, in batches. */
async function* listRemoved(db: Database): AsyncGenerator<RemovedContent> {
  let last: RemovedContent | undefined;
  for (;;) {
    const batch: RemovedContent[] = await db
      .select()
      .from(removedContents)
      .where(last && sql`(${removedContents.kind}, ${removedContents.name}) > (${last.kind}, ${last.name})`)
      .orderBy(asc(removedContents.kind), asc(removedContents.name))
      .limit(BATCH);
    yield* batch;
    last = batch.at(-1);
    if (!last) return;
  }
}

/**
 * Removes all contents from storage whose records were deleted.
 * @throws Error of the storage, or the reason of the signal; what remains is removed by a later call
 */
export const removeContents = (removal: Removal): Promise<void> =>
  removeAll(listRemoved(removal.db), ({ kind, name }) => REMOVE[kind](removal, name), removal.signal);

/**
 * Returns a function that removes contents without making its caller wait for storage. Calls during a removal are followed
 * by one more, so that many deletions do not use many connections.
 */
export const backgroundRemoval = (
  removal: Removal & { findMark: () => Promise<string> },
  log: FastifyBaseLogger,
): (() => void) => {
  let [isRunning, isRequested] = [false, false];
  const remove = async (): Promise<void> => {
    isRunning = true;
    try {
      while (isRequested) {
        isRequested = false;
        await claimStorage(removal.storage, await removal.findMark());
        await removeContents(removal);
      }
    } catch (error) {
      log.warn({ err: error }, 'Some files could not be removed yet');
    } finally {
      isRunning = false;
    }
  };
  return () => {
    isRequested = true;
    if (!isRunning) void remove();
  };
};
