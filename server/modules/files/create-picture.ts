import { type Crop } from '#contract/files.ts';
import { pictureUrl } from '#contract/picture-url.ts';
import type { Database } from '../../database/client.ts';
import type { FileStorage } from '../../files/storage.ts';
import { BusyError, notFound } from '../../http/api-error.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import { discardUpload, isRefusal } from './discard-upload.ts';
import { insertPicture, lockPicture } from './pictures.repository.ts';
import { type RenderedPicture, renderPicture } from './render-picture.ts';
import { fileKey } from './stored-pictures.ts';
import type { UploadStore } from './upload-store.ts';
import { findUpload, setUploadResult } from './uploads.repository.ts';

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 10;

const QUEUE = {
  queueLimit: 20_000,
  onTimeout: () =>
    new BusyError('Many pictures are being uploaded right now. Please try again.', RETRY_AFTER),
};
/**
 * A picture of 50 megapixels takes 150 MB while it is decoded, so one is rendered at a time. Users take turns, because the
 * pictures of one user can take longer than others may wait.
 */
const renderLimited = limitConcurrency({ ...QUEUE, concurrency: 1 });
/** Each holds a database connection while storage answers, so that a slow bucket must not get many of them. */
const storeLimited = limitConcurrency({ ...QUEUE, concurrency: 2 });

export interface FilesContext {
  db: Database;
  storage: FileStorage;
  uploads: UploadStore;
}

interface NewPicture {
  userId: string;
  uploadId: string;
  /** The part to keep, in fractions of the upright picture; by default all of it. */
  crop?: Crop;
}

/** Stores the files of a picture and then its record, so that a record always has its files. */
const store = ({ db, storage }: FilesContext, userId: string, uploadId: string, picture: RenderedPicture) => {
  const address = pictureUrl(picture);
  const bytes = picture.files.reduce((sum, { content }) => sum + content.length, 0);
  return db.transaction(async (trx) => {
    await lockPicture(trx, picture.hash);
    for (const { width, content } of picture.files) await storage.put(fileKey(picture, width), content);
    const { hash, width, height } = picture;
    await insertPicture(trx, { hash, userId, address, width, height, bytes });
    await setUploadResult(trx, uploadId, address);
    return address;
  });
};

/** @throws ApiError `upload_unfinished`, `picture_unreadable` or `unavailable` */
const make = async (context: FilesContext, { userId, uploadId, crop }: NewPicture): Promise<string> => {
  const picture = await renderLimited(
    () => context.uploads.withContent(uploadId, (path) => renderPicture(path, crop)),
    userId,
  );
  return storeLimited(() => store(context, userId, uploadId, picture), userId);
};

/**
 * Creates a public picture from a finished upload. A repeat returns the same picture.
 * @returns the address of the picture
 * @throws ApiError `not_found`, `upload_unfinished`, `picture_unreadable`, or `unavailable` if too many are waiting
 */
export const createPicture = async (
  context: FilesContext,
  { userId, uploadId, crop }: NewPicture,
): Promise<string> => {
  const { db, uploads } = context;
  const upload = await findUpload(db, uploadId, userId);
  if (upload?.purpose !== 'picture') throw notFound('The upload');
  const address =
    upload.result ??
    (await make(context, { userId, uploadId, crop }).catch(async (error: unknown) => {
      // Another request for the same upload was faster, and has removed its content.
      const other = await findUpload(db, uploadId, userId);
      if (typeof other?.result === 'string') return other.result;
      if (isRefusal(error)) await discardUpload(context, uploadId);
      throw error;
    }));
  await uploads.remove(uploadId);
  return address;
};
