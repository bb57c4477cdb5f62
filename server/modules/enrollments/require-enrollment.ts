import type { Queryable } from '../../database/client.ts';
import type { Person } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { findListedClass } from '../classes/classes.repository.ts';
import { findEnrollmentId } from './enrollments.repository.ts';

/**
 * Only for students of a class, also of one that its teacher has taken off the lists.
 * @throws ApiError `not_found` for an unknown class, or `forbidden`
 */
export const requireEnrollment = async (db: Queryable, person: Person, classId: string): Promise<void> => {
  if (await findEnrollmentId(db, person.id, classId)) return;
  if (!(await findListedClass(db, classId))) throw notFound('The class');
  throw new ApiError('forbidden', 'Only students of this class may do this');
};
