import { and, asc, eq, inArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable } from '../../database/client.ts';
import { removedContents } from '../../database/schema.ts';
import type { FileStorage } from '../../files/storage.ts';
import { claimStorage } from '../../files/storage-mark.ts';
import { hasPicture, lockPicture } from './pictures.repository.ts';
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

/** Removes a picture's files unless the picture has been recorded again. */
export const removePicture = ({ db, storage }: Removal, hash: string): Promise<void> =>
  db.transaction(async (trx) => {
    await lockPicture(trx, hash);
    await takeFromList(trx, { kind: 'picture', name: hash });
    if (!(await hasPicture(trx, hash))) await storage.remove(pictureFolder(hash));
  });

/** Removes the content of a private file whose record was deleted. */
export const removePrivateFile = ({ db, storage }: Removal, id: string): Promise<void> =>
  db.transaction(async (trx) => {
    await takeFromList(trx, { kind: 'file', name: id });
    await storage.remove(privateKey(id));
  });

const takeFromList = async (trx: Queryable, { kind, name }: RemovedContent): Promise<void> => {
  await trx
    .delete(removedContents)
    .where(and(eq(removedContents.kind, kind), eq(removedContents.name, name)));
};

/**
 * Removes all contents from storage whose records were deleted.
 * @throws Error of the storage, or the reason of the signal; what remains is removed by a later call
 */
export const removeContents = async (removal: Removal): Promise<void> => {
  for (;;) {
    const batch = await removal.db
      .select()
      .from(removedContents)
      .orderBy(asc(removedContents.kind), asc(removedContents.name))
      .limit(BATCH);
    if (batch.length === 0) return;
    for (const { kind, name } of batch) {
      removal.signal?.throwIfAborted();
      await (kind === 'picture' ? removePicture : removePrivateFile)(removal, name);
    }
  }
};

/** Removes contents without making the caller wait for storage. */
export const removeContentsInBackground = (
  removal: Removal & { findMark: () => Promise<string> },
  log: FastifyBaseLogger,
): void => {
  const remove = async () => {
    await claimStorage(removal.storage, await removal.findMark());
    await removeContents(removal);
  };
  remove().catch((error: unknown) => log.warn({ err: error }, 'Some files could not be removed yet'));
};
