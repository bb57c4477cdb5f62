import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { lockTeacherOf } from '../classes/lock-teacher.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { removeFreeEnrollment } from './end-enrollment.ts';
import { findEnrollmentId } from './enrollments.repository.ts';

/**
 * Ends a user's enrollment in a class that they have not paid for. Their seat is free, and a certificate of the class is
 * withdrawn. Progress, notes and submissions stay for another enrollment. An enrollment with a payment ends with its refund
 * only.
 * @returns whether the user was enrolled
 * @throws ApiError `paid_enrollment`
 */
export const leaveClass = (db: Database, caller: CurrentUser, classId: string): Promise<boolean> =>
  db.transaction(async (trx) => {
    await lockAgainstDeletion(trx, caller.id);
    await lockTeacherOf(trx, classId);
    if (await removeFreeEnrollment(trx, caller.id, classId)) return true;
    if (await findEnrollmentId(trx, caller.id, classId))
      throw new ApiError('paid_enrollment', 'You have paid for this class. Ask us for a refund to leave it.');
    return false;
  });
