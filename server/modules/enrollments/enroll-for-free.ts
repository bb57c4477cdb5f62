import { sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { findPublishedClass, lockPublishedClass } from '../classes/classes.repository.ts';
import { lockTeacherOf } from '../classes/lock-teacher.ts';
import { findEnrollmentProblem } from '../classes/seats.ts';
import { notifyFrom } from '../notifications/notify.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { addEnrollment, findEnrollmentId } from './enrollments.repository.ts';

/**
 * Enrolls a user in a free class, and notifies the teacher the first time. It is idempotent.
 * @returns the enrollment's id
 * @throws ApiError `not_found`, `own_class`, `not_free`, or `class_full`
 */
export const enrollForFree = (db: Database, caller: CurrentUser, classId: string): Promise<string> =>
  db.transaction(async (trx) => {
    await lockAgainstDeletion(trx, caller.id);
    await lockTeacherOf(trx, classId);
    const isPublished = await lockPublishedClass(trx, classId);
    const wanted = isPublished ? await findPublishedClass(trx, classId) : undefined;
    if (!wanted) throw notFound('The class');
    if (wanted.teacherId === caller.id)
      throw new ApiError('own_class', 'You cannot enroll in your own class');
    if (wanted.price > 0) throw new ApiError('not_free', 'This class is not free');
    const existing = await findEnrollmentId(trx, caller.id, classId);
    if (existing) return existing;
    // An earlier statement has locked the class, as `findEnrollmentProblem` requires.
    const problem = await findEnrollmentProblem(trx, classId, caller.id);
    if (problem) throw problem;
    const id = await addEnrollment(trx, { userId: caller.id, classId, paymentId: null, price: 0 });
    await notifyFrom(
      trx,
      sql`
      select ${wanted.teacherId}::uuid, 'sale', ${`${classId} ${caller.id}`}::text,
             ${JSON.stringify({ classId, title: wanted.title, amount: 0 })}::jsonb`,
    );
    return id ?? (await findEnrollmentId(trx, caller.id, classId))!;
  });
