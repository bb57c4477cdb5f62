import type { Queryable, Transaction } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { findListedClass } from '../classes/classes.repository.ts';
import { findEnrollmentId, lockEnrollmentOf } from './enrollments.repository.ts';

const notEnrolled = () => new ApiError('not_enrolled', 'You must be enrolled in this class to do this');

/**
 * Requires the user to be enrolled in the class, which may be hidden.
 * @param what what is not found, if it is not the class itself
 * @throws ApiError `not_found` for a class that is unknown or that its teacher has deleted, otherwise `not_enrolled`
 */
export const requireEnrollment = async (
  db: Queryable,
  caller: CurrentUser,
  classId: string,
  what = 'The class',
): Promise<void> => {
  if (await findEnrollmentId(db, caller.id, classId)) return;
  if (!(await findListedClass(db, caller.id, classId))) throw notFound(what);
  throw notEnrolled();
};

/** Requires the user to stay enrolled in the class until the transaction ends. @throws ApiError `not_enrolled` */
export const lockEnrollment = async (
  trx: Transaction,
  caller: CurrentUser,
  classId: string,
): Promise<void> => {
  if (!(await lockEnrollmentOf(trx, caller.id, classId))) throw notEnrolled();
};
