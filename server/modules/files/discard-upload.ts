import { ApiError } from '../../http/api-error.ts';
import type { FilesContext } from './create-picture.ts';
import { deleteUpload } from './uploads.repository.ts';

/** Whether an error says that the content of an upload is not what it should be, which no repeat can change. */
export const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 422;

/** Removes an upload that cannot become anything, content first: what is there counts towards the limits of its user. */
export const discardUpload = async ({ db, uploads }: FilesContext, id: string): Promise<void> => {
  await uploads.remove(id);
  await deleteUpload(db, id);
};
