import { and, eq, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { EnrollmentQuery } from '#contract/enrollments.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { learningOf } from '../../database/learning.ts';
import { type Effects, listFormOf } from '../../database/list-form.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { classes, enrollments, payments, users } from '../../database/schema.ts';
import { shownUser } from '../../database/shown-user.ts';
import { certificateProgressOf } from '../certificates/certificate-progress.ts';
import {
  changeEnroll,
  classColumns,
  incrementingEnroll,
  joinClassDetails,
  lockingPublishedClass,
} from '../classes/classes.repository.ts';
import { findSeatProblem } from '../classes/seats.ts';

interface NewEnrollment {
  userId: string;
  classId: string;
  paymentId: string | null;
  /** The price paid, in minor units. */
  price: number;
}

/**
 * Enrolls a user and increments the class's count, in the caller's transaction.
 * @returns the enrollment's id, or undefined if the user is already enrolled
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
  await changeEnroll(trx, enrollment, 1);
  return row.id;
};

interface EnrolledBuyer {
  /** Null if nobody was enrolled. */
  id: string | null;
  isPublished: boolean;
  isFull: boolean;
}

interface Purchase extends NewEnrollment {
  /** Whether an open intent held a seat for the buyer until now. */
  hadIntent: boolean;
}

/**
 * Enrolls the buyer by one statement. A class with limited seats is only locked, unless the caller has already found a
 * free seat.
 */
const enrollBuyer = async (
  trx: Transaction,
  { userId, classId, paymentId, price }: NewEnrollment,
  hasSeat: boolean,
) => {
  const { rows } = await trx.execute<{ id: string | null; is_published: boolean; is_limited: boolean }>(sql`
    with offered as (${lockingPublishedClass(classId)}),
    enrolled as (
      insert into ${enrollments} (user_id, class_id, payment_id, price)
      select ${users.id}, offered.id, ${paymentId}::uuid, ${price}::int from offered, ${users}
       where ${users.id} = ${userId} and ${users.deletedAt} is null
         and (offered.seats is null or ${hasSeat}::boolean)
      on conflict do nothing returning id, class_id
    ),
    counted as (${incrementingEnroll(sql`(select class_id from enrolled)`)})
    select (select id from enrolled) as id, exists (select from offered) as is_published,
           exists (select from offered where seats is not null) as is_limited`);
  return rows[0]!;
};

/**
 * Enrolls the buyer of a class and increments its count, in the caller's transaction, if the class is
 * published and has a seat, and the account is active. The class cannot be withdrawn until the transaction ends.
 * @returns the enrollment's id, which is null if the class is not published or full, the account is deleted, or the user is
 *   already enrolled
 */
export const addEnrollmentOfBuyer = async (
  trx: Transaction,
  { hadIntent, ...enrollment }: Purchase,
): Promise<EnrolledBuyer> => {
  let row = await enrollBuyer(trx, enrollment, false);
  if (row.is_limited) {
    const { classId, userId } = enrollment;
    if (await findEnrollmentId(trx, userId, classId)) return { id: null, isPublished: true, isFull: false };
    // The class is locked by now, so this later statement counts its seats correctly. A buyer's own seat needs no count: an
    // enrollment that returned after a failed refund may have filled the class beyond its seats.
    if (!hadIntent && (await findSeatProblem(trx, classId, userId)))
      return { id: null, isPublished: true, isFull: true };
    row = await enrollBuyer(trx, enrollment, true);
  }
  return { id: row.id, isPublished: row.is_published, isFull: false };
};

/** The id of a user's enrollment in a class. */
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

/** Locks a user's enrollment in a class until the transaction ends, so that it does not end before. @returns whether there is one */
export const lockEnrollmentOf = async (
  trx: Transaction,
  userId: string,
  classId: string,
): Promise<boolean> => {
  const rows = await trx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), eq(enrollments.classId, classId)))
    .for('key share');
  return rows.length > 0;
};

const SORTS: Record<NonNullable<EnrollmentQuery['sort']>, Order> = {
  ...byAge(enrollments.enrolledAt),
  ...bothWays({ title: sql`lower(${classes.title})` }),
};

const enrollmentColumns = {
  ...classColumns,
  enrollment: {
    id: enrollments.id,
    price: enrollments.price,
    date: enrollments.enrolledAt,
    transactionId: payments.transactionId,
    learning: learningOf(enrollments.userId, enrollments.classId),
    certificate: certificateProgressOf(enrollments.userId, enrollments.classId),
  },
};

const joinEnrollment = <Query extends PgSelect>(query: Query) =>
  joinClassDetails(query)
    .innerJoin(enrollments, eq(enrollments.classId, classes.id))
    .leftJoin(payments, eq(payments.id, enrollments.paymentId));

const selectEnrollments = (db: Queryable) =>
  joinEnrollment(db.select(enrollmentColumns).from(classes).$dynamic());

export type EnrollmentRow = Awaited<ReturnType<typeof selectEnrollments>>[number];

type Filter = Omit<EnrollmentQuery, 'email'>;

const EFFECTS: Effects<Filter> = {
  classId: 'placeholder',
  sort: 'named',
  q: 'unprepared',
  page: 'paging',
  limit: 'paging',
};

/** A user's enrollments with the current state of their classes, newest first by default. */
export const listEnrollments = (db: Queryable, userId: string, filter: Filter): List<EnrollmentRow> => {
  const { classId, q, sort = 'newest' } = filter;
  const form = listFormOf('enrollments', filter, EFFECTS, { userId });
  return createList({
    db,
    id: enrollments.id,
    order: SORTS[sort],
    matching: and(
      eq(enrollments.userId, form ? sql.placeholder('userId') : userId),
      classId ? eq(enrollments.classId, form ? sql.placeholder('classId') : classId) : undefined,
      containing(q, classes.title, shownUser.name),
    ),
    rows: () => selectEnrollments(db),
    select: (columns) => joinEnrollment(db.select(columns).from(classes).$dynamic()),
    idOf: ({ enrollment }) => enrollment.id,
    form,
  });
};

/**
 * Transfers the enrollment of a payment to another payment of the same user and class, in the caller's transaction, with
 * the price (minor units) and date of that payment. The student keeps the seat, so no count changes.
 */
export const transferEnrollment = async (
  trx: Transaction,
  paymentId: string,
  { id, amount, paidAt }: { id: string; amount: number; paidAt: Date },
): Promise<void> => {
  await trx
    .update(enrollments)
    .set({ paymentId: id, price: amount, enrolledAt: paidAt })
    .where(eq(enrollments.paymentId, paymentId));
};
