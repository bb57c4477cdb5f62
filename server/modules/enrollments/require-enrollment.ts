import type { Queryable } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { findListedClass } from '../classes/classes.repository.ts';
import { findEnrollmentId } from './enrollments.repository.ts';

/**
 * Requires the user to be enrolled in the class, which may be hidden.
 * @throws ApiError `not_found` for an unknown class, otherwise `not_enrolled`
 */
export const requireEnrollment = async (
  db: Queryable,
  caller: CurrentUser,
  classId: string,
): Promise<void> => {
  if (await findEnrollmentId(db, caller.id, classId)) return;
  if (!(await findListedClass(db, classId))) throw notFound('The class');
  throw new ApiError('not_enrolled', 'You must be enrolled in this class to do this');
};
