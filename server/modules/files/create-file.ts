import type { FilePurpose } from '#contract/files.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import type { FilesContext } from './create-picture.ts';
import { detectType } from './detect-type.ts';
import { discardUpload, isRefusal } from './discard-upload.ts';
import { cleanFileName } from './file-name.ts';
import { type FileRow, findFile, insertFile } from './private-files.repository.ts';
import { privateKey } from './stored-files.ts';
import { findUpload, setUploadResult } from './uploads.repository.ts';

interface NewFile {
  userId: string;
  uploadId: string;
  /** The name on the sender's device. */
  name: string;
}

/**
 * Stores the content and then the record, so that a record always has its content. The file has the upload's id.
 * @throws ApiError `upload_unfinished` or `file_refused`
 */
const store = async (
  { db, storage, uploads }: FilesContext,
  { userId, uploadId, name }: NewFile,
  { purpose, size }: { purpose: FilePurpose; size: number },
): Promise<FileRow> => {
  const path = await uploads.findComplete(uploadId);
  if (!path) throw new ApiError('upload_unfinished', 'The upload is not complete yet');
  const { type, extensions } = await detectType(path, purpose, cleanFileName(name));
  await storage.putFile(privateKey(uploadId), path);
  return db.transaction(async (trx) => {
    const shown = cleanFileName(name, extensions);
    await insertFile(trx, { id: uploadId, userId, purpose, name: shown, type, bytes: size });
    await setUploadResult(trx, uploadId, uploadId);
    return (await findFile(trx, uploadId))!;
  });
};

/**
 * Creates a private file from a finished upload. A repeat returns the same file.
 * @throws ApiError `not_found`, `upload_unfinished` or `file_refused`
 */
export const createFile = async (context: FilesContext, file: NewFile): Promise<FileRow> => {
  const { db, uploads } = context;
  const upload = await findUpload(db, file.uploadId, file.userId);
  if (!upload || upload.purpose === 'picture') throw notFound('The upload');
  const { purpose, size } = upload;
  const stored =
    (await findFile(db, file.uploadId)) ??
    (await store(context, file, { purpose, size }).catch(async (error: unknown) => {
      // Another request for the same upload was faster, and has removed its content.
      const other = await findFile(db, file.uploadId);
      if (other) return other;
      if (isRefusal(error)) await discardUpload(context, file.uploadId);
      throw error;
    }));
  await uploads.remove(file.uploadId);
  return stored;
};
