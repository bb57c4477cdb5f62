import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { EnrollmentQuery } from '#contract/enrollments.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { bothWays, byAge, containing, readPage } from '../../database/paging.ts';
import { classes, enrollments, payments, users } from '../../database/schema.ts';
import { changeEnroll, classColumns, joinClassDetails } from '../classes/classes.repository.ts';

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

const SORTS: Record<NonNullable<EnrollmentQuery['sort']>, SQL[]> = {
  ...byAge(enrollments.enrolledAt, enrollments.id),
  ...bothWays({ title: sql`lower(${classes.title})` }, enrollments.id),
};

const enrollmentColumns = {
  ...classColumns,
  enrollment: {
    id: enrollments.id,
    price: enrollments.price,
    date: enrollments.enrolledAt,
    transactionId: payments.transactionId,
  },
};

/** A person's enrolments, each with its class as it stands now: newest first unless sorted. */
export const listEnrollments = (
  db: Queryable,
  userId: string,
  { classId, q, sort = 'newest', ...page }: Omit<EnrollmentQuery, 'email'>,
) => {
  const matching = and(
    eq(enrollments.userId, userId),
    classId ? eq(enrollments.classId, classId) : undefined,
    containing(q, classes.title, users.name),
  );
  return readPage(
    joinClassDetails(db.select(enrollmentColumns).from(classes).$dynamic())
      .innerJoin(enrollments, eq(enrollments.classId, classes.id))
      .leftJoin(payments, eq(payments.id, enrollments.paymentId))
      .where(matching)
      .orderBy(...SORTS[sort])
      .$dynamic(),
    joinClassDetails(db.select({ total: count() }).from(classes).$dynamic())
      .innerJoin(enrollments, eq(enrollments.classId, classes.id))
      .where(matching),
    page,
  );
};

/** Ends the enrolment that a payment bought and lowers the class's count, in the caller's transaction. */
export const removeEnrollment = async (trx: Transaction, paymentId: string): Promise<void> => {
  const [ended] = await trx
    .delete(enrollments)
    .where(eq(enrollments.paymentId, paymentId))
    .returning({ classId: enrollments.classId });
  if (ended) await changeEnroll(trx, ended.classId, -1);
};
