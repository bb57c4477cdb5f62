import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { UploadPurpose } from '#contract/files.ts';
import { lockInTransaction } from '../../database/advisory-lock.ts';
import type { Database, Queryable } from '../../database/client.ts';
import { uploads } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { sumPicturesOf } from './pictures.repository.ts';
import { sumFilesOf } from './private-files.repository.ts';

/** The maximum number of uploads that a user can have at once, including finished ones that have not been used yet. */
const MAX_UPLOADS = 20;

/** How many times their quota a user's files may take on the disk, together with those that no longer count. */
const STORED_PER_QUOTA = 2;

const noSpace = (time: string) =>
  new ApiError(
    'quota_reached',
    `There is no space left for your files. Files that you replace or remove make room within ${time}.`,
  );

export interface NewUpload {
  id: string;
  userId: string;
  purpose: UploadPurpose;
  /** The size, in bytes. */
  size: number;
}

/** The uploads of a user that nothing was created from yet. */
const unusedBy = (userId: string) => and(eq(uploads.userId, userId), isNull(uploads.result));

/**
 * Records an upload within the user's limits. Concurrent requests of the user wait for each other.
 * @param quota the maximum size of the user's uploads, pictures and private files together, in bytes
 * @throws ApiError `too_many_requests` if the user has too many uploads, `quota_reached` if they take too much space
 */
export const insertUpload = (db: Database, upload: NewUpload, quota: number): Promise<void> =>
  db.transaction(async (trx) => {
    await lockInTransaction(trx, `uploads ${upload.userId}`);
    const [present] = await trx
      .select({
        count: sql<number>`count(*)::int`,
        bytes: sql<number>`coalesce(sum(${uploads.size}), 0)::float8`,
      })
      .from(uploads)
      .where(unusedBy(upload.userId));
    if (present!.count >= MAX_UPLOADS)
      throw new ApiError(
        'too_many_requests',
        'You have too many unfinished uploads. Please try again in an hour.',
      );
    const { stored, counted } = await sumFilesOf(trx, upload.userId);
    const others = (await sumPicturesOf(trx, upload.userId)) + present!.bytes + upload.size;
    if (counted + others > quota) throw noSpace('an hour');
    if (stored + others > STORED_PER_QUOTA * quota) throw noSpace('two days');
    await trx.insert(uploads).values(upload);
  });

/** The ids of a user's uploads from before `time` that nothing was created from yet. */
export const listUnusedUploads = async (db: Queryable, userId: string, time: Date): Promise<string[]> => {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(unusedBy(userId), lt(uploads.createdAt, time)));
  return rows.map(({ id }) => id);
};

/** An upload of this user, or undefined. */
export const findUpload = async (db: Queryable, id: string, userId: string) => {
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)));
  return upload;
};

/** An upload whose result no other transaction can set until this one ends, or undefined. */
export const lockUpload = async (trx: Queryable, id: string) => {
  const [upload] = await trx.select().from(uploads).where(eq(uploads.id, id)).for('update');
  return upload;
};

/** Records what was created from an upload: the address of a picture, or the id of a private file. */
export const setUploadResult = async (db: Queryable, id: string, result: string): Promise<void> => {
  await db.update(uploads).set({ result }).where(eq(uploads.id, id));
};

/** Deletes the record of an upload, but not its content. */
export const deleteUpload = async (db: Queryable, id: string): Promise<void> => {
  await db.delete(uploads).where(eq(uploads.id, id));
};

/** Deletes the uploads of a user. Their content is removed with the other expired ones. */
export const deleteUploadsOf = async (db: Queryable, userId: string): Promise<void> => {
  await db.delete(uploads).where(eq(uploads.userId, userId));
};

/** Deletes the records of uploads from before `time`, whether they were used or not. */
export const deleteUploadsBefore = async (db: Queryable, time: Date): Promise<void> => {
  await db.delete(uploads).where(lt(uploads.createdAt, time));
};
