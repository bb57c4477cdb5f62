import type { Queryable } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { findListedClass, findTaughtClass } from './classes.repository.ts';

const requireOwner = <Found extends { teacherId: string }>(
  teacher: CurrentUser,
  found: Found | undefined,
  what = 'The class',
): Found => {
  if (!found) throw notFound(what);
  if (found.teacherId !== teacher.id)
    throw new ApiError('forbidden', 'This class belongs to another teacher');
  return found;
};

/**
 * Requires a class of the teacher that they have not deleted, for changes of the class itself.
 * @param what what is not found, if it is not the class itself
 * @throws ApiError `not_found`, also for the draft of another teacher, or `forbidden` if another teacher owns it
 */
export const requireOwnClass = async (db: Queryable, teacher: CurrentUser, id: string, what?: string) =>
  requireOwner(teacher, await findListedClass(db, teacher.id, id), what);

/**
 * Requires a class of the teacher, for what its students need. They keep a class that the teacher deletes, so that their
 * work is still read and graded.
 * @throws ApiError as `requireOwnClass`
 */
export const requireTaughtClass = async (db: Queryable, teacher: CurrentUser, id: string) =>
  requireOwner(teacher, await findTaughtClass(db, teacher.id, id));
