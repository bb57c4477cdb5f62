import type { Queryable } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { findListedClass } from './classes.repository.ts';

/** Requires a class of the teacher. @throws ApiError `not_found`, or `forbidden` if another teacher owns it */
export const requireOwnClass = async (db: Queryable, teacher: CurrentUser, id: string) => {
  const found = await findListedClass(db, id);
  if (!found) throw notFound('The class');
  if (found.teacherId !== teacher.id)
    throw new ApiError('forbidden', 'This class belongs to another teacher');
  return found;
};
