import { ApiError } from '../../http/api-error.ts';
import type { FilesContext } from './create-picture.ts';
import { deleteUpload } from './uploads.repository.ts';

/** Whether an error means that the content of an upload is invalid, so that retrying cannot help. */
export const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 422;

/** Removes an unusable upload. Its content is removed first, because it counts towards its user's limits. */
export const discardUpload = async ({ db, uploads }: FilesContext, id: string): Promise<void> => {
  await uploads.remove(id);
  await deleteUpload(db, id);
};
