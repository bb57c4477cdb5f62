import { randomUUID } from 'node:crypto';
import type { FilePurpose } from '#contract/files.ts';
import type { Database } from '../../database/client.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { FilesContext } from './create-picture.ts';
import { detectType } from './detect-type.ts';
import { discardUpload, isRefusal } from './discard-upload.ts';
import { cleanFileName } from './file-name.ts';
import { runCheck } from './limit-checks.ts';
import { type FileRow, findFile, insertFile, type NewFileRow } from './private-files.repository.ts';
import { privateKey } from './stored-files.ts';
import { findUpload, lockUpload, setUploadResult } from './uploads.repository.ts';

interface NewFile {
  userId: string;
  uploadId: string;
  /** The name on the sender's device. */
  name: string;
}

/** Records a stored file unless another request has recorded one. @returns the file that was created first */
const record = (db: Database, uploadId: string, file: NewFileRow): Promise<FileRow> =>
  db.transaction(async (trx) => {
    const upload = await lockUpload(trx, uploadId);
    if (!upload) throw notFound('The upload');
    const id = upload.result ?? file.id;
    if (upload.result === null) {
      await insertFile(trx, file);
      await setUploadResult(trx, uploadId, id);
    }
    const row = await findFile(trx, id);
    if (!row) throw notFound('The file');
    return row;
  });

/**
 * Stores the content and then the record, so that a record always has its content. Each attempt has a key of its own, so
 * that no request replaces what another one has stored.
 * @throws ApiError `upload_unfinished`, `file_refused` or `unavailable`, and what `checkpoint` throws
 */
const store = (
  { db, storage, uploads }: FilesContext,
  { userId, uploadId, name }: NewFile,
  { purpose, size }: { purpose: FilePurpose; size: number },
  checkpoint: Checkpoint,
): Promise<FileRow> =>
  uploads.withContent(uploadId, async (path) => {
    const { type, extensions } = await runCheck(userId, checkpoint, (proceed) =>
      detectType(path, purpose, cleanFileName(name), proceed),
    );
    const id = randomUUID();
    await storage.putFile(privateKey(id), path);
    const shown = cleanFileName(name, extensions);
    try {
      const row = await record(db, uploadId, { id, userId, purpose, name: shown, type, bytes: size });
      if (row.id !== id) await storage.remove(privateKey(id));
      return row;
    } catch (error) {
      // After any other error the record may exist. The clean-up removes the content if it does not.
      if (error instanceof ApiError) await storage.remove(privateKey(id));
      throw error;
    }
  });

/**
 * Creates a private file from a finished upload. A repeat returns the same file.
 * @param checkpoint ends the check of the content if nobody waits for the file. A file that has passed is stored anyway.
 * @throws ApiError `not_found`, `upload_unfinished`, `file_refused`, or `unavailable` if the check has to wait or takes
 *   too long; and what `checkpoint` throws
 */
export const createFile = async (
  context: FilesContext,
  file: NewFile,
  checkpoint: Checkpoint = () => undefined,
): Promise<FileRow> => {
  const { db, uploads } = context;
  const find = async () => {
    const upload = await findUpload(db, file.uploadId, file.userId);
    if (!upload || upload.purpose === 'picture') throw notFound('The upload');
    const { purpose, size, result } = upload;
    return { purpose, size, row: result === null ? undefined : await findFile(db, result) };
  };
  const { row, ...upload } = await find();
  const stored =
    row ??
    (await store(context, file, upload, checkpoint).catch(async (error: unknown) => {
      // Another request for the same upload was faster, and has removed its content.
      const other = await find();
      if (other.row) return other.row;
      if (isRefusal(error)) await discardUpload(context, file.uploadId);
      throw error;
    }));
  await uploads.remove(file.uploadId);
  return stored;
};
