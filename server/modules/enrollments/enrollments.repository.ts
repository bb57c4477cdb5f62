import { and, desc, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/client.ts';
import { assignments, classes, enrollments, payments, users } from '../../database/schema.ts';
import { changeEnroll, classColumns } from '../classes/classes.repository.ts';

interface NewEnrollment {
  userId: string;
  classId: string;
  paymentId: string | null;
  /** Minor units, as paid. */
  price: number;
}

/**
 * Enrols a person and raises the class's count, in the caller's transaction.
 * @returns the enrolment's id, or undefined where the person is enrolled already
 */
export const addEnrollment = async (
  trx: Transaction,
  enrollment: NewEnrollment,
): Promise<string | undefined> => {
  const [row] = await trx
    .insert(enrollments)
    .values(enrollment)
    .onConflictDoNothing()
    .returning({ id: enrollments.id });
  if (!row) return undefined;
  await changeEnroll(trx, enrollment.classId, 1);
  return row.id;
};

/** The id of a person's enrolment in a class. */
export const findEnrollmentId = async (
  db: Queryable,
  userId: string,
  classId: string,
): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), eq(enrollments.classId, classId)));
  return row?.id;
};

/** A person's enrolments, newest first, each with its class as it stands now. */
export const listEnrollments = (db: Queryable, userId: string) =>
  db
    .select({
      ...classColumns,
      enrollment: {
        id: enrollments.id,
        price: enrollments.price,
        date: enrollments.enrolledAt,
        transactionId: payments.transactionId,
      },
    })
    .from(enrollments)
    .innerJoin(classes, eq(classes.id, enrollments.classId))
    .innerJoin(users, eq(users.id, classes.teacherId))
    .leftJoin(assignments, eq(assignments.classId, classes.id))
    .leftJoin(payments, eq(payments.id, enrollments.paymentId))
    .where(eq(enrollments.userId, userId))
    .orderBy(desc(enrollments.enrolledAt), desc(enrollments.id));
