import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { classes, enrollments, users } from '../../database/schema.ts';
import { changeEnroll } from '../classes/classes.repository.ts';
import { lockTeacherOf } from '../classes/lock-teacher.ts';
import { deleteNotificationsOfStudent } from '../notifications/notifications.repository.ts';
import { notifyFrom } from '../notifications/notify.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';

const ENDED = {
  classId: enrollments.classId,
  userId: enrollments.userId,
  paymentId: enrollments.paymentId,
};

type Ended = Pick<typeof enrollments.$inferSelect, keyof typeof ENDED>;

/** Tells the teacher in the product that a student is gone, not who it was; once per student of a free class. */
const notifyTeacher = (trx: Transaction, { userId, classId, paymentId }: Ended): Promise<void> =>
  notifyFrom(
    trx,
    sql`
    select u.id, 'student left', ${paymentId ?? `${classId} ${userId}`}::text,
           jsonb_build_object('classId', c.id, 'title', c.title, 'isPaidBack', ${paymentId !== null}::boolean)
      from ${classes} c join ${users} u on u.id = c.teacher_id and u.deleted_at is null where c.id = ${classId}`,
  );

/** What else ends with an enrollment: its place in the class's count, and notifications that lead into the class. */
const endEnrollment = async (trx: Transaction, ended: Ended): Promise<void> => {
  await changeEnroll(trx, ended, -1);
  await deleteNotificationsOfStudent(trx, ended);
  await notifyTeacher(trx, ended);
};

/**
 * Removes the enrollment of a payment and decrements the class's count, in the caller's transaction. A concurrent
 * deletion of the user's account, which frees the seat too, happens either before or after this.
 */
export const removeEnrollment = async (trx: Transaction, paymentId: string): Promise<void> => {
  const [enrolled] = await trx
    .select({ userId: enrollments.userId, classId: enrollments.classId })
    .from(enrollments)
    .where(eq(enrollments.paymentId, paymentId));
  if (!enrolled) return;
  await lockAgainstDeletion(trx, enrolled.userId);
  await lockTeacherOf(trx, enrolled.classId);
  const [ended] = await trx.delete(enrollments).where(eq(enrollments.paymentId, paymentId)).returning(ENDED);
  if (ended) await endEnrollment(trx, ended);
};

/**
 * Removes a user's enrollment in a class if it has no payment, and decrements the class's count.
 * @returns whether there was one
 */
export const removeFreeEnrollment = async (
  trx: Transaction,
  userId: string,
  classId: string,
): Promise<boolean> => {
  const [ended] = await trx
    .delete(enrollments)
    .where(
      and(eq(enrollments.userId, userId), eq(enrollments.classId, classId), isNull(enrollments.paymentId)),
    )
    .returning(ENDED);
  if (ended) await endEnrollment(trx, ended);
  return ended !== undefined;
};
