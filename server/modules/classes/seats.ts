import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/client.ts';
import { classes, enrollments, paymentIntents } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';

/** Seats of enrolled students whose account is active, in SQL. */
const taken: SQL<number> = sql<number>`${classes.enroll} - ${classes.vacated}`;

/**
 * Seats that are held by open payment intents. One can be paid until the provider says that it cannot, so it holds a seat until
 * then. The table is named because drizzle leaves it out of a query of one table. `exceptFor`: a user whose own intent does not
 * count.
 */
const held = (exceptFor?: string): SQL<number> => sql<number>`(
  select count(*)::int from ${paymentIntents} i
   where i.class_id = ${classes}.id and i.state = 'open' and i.user_id is distinct from ${exceptFor ?? null}::uuid)`;

const lockClass = async (trx: Transaction, id: string): Promise<void> => {
  await trx.select({ id: classes.id }).from(classes).where(eq(classes.id, id)).for('no key update');
};

const classFull = (isHeld: boolean): ApiError =>
  new ApiError(
    'class_full',
    isHeld
      ? 'The last seats of this class are being paid for at the moment. Please try again in half an hour.'
      : 'This class is full',
  );

/**
 * Whether a class has a seat for a user, and why not. The caller has locked the class by an earlier statement: what is counted
 * here must be seen as of after the lock.
 * @returns undefined if it has, or if its seats are not limited
 */
export const findSeatProblem = async (
  trx: Transaction,
  classId: string,
  userId: string,
): Promise<ApiError | undefined> => {
  const [row] = await trx
    .select({ seats: classes.seats, taken, held: held(userId) })
    .from(classes)
    .where(and(eq(classes.id, classId), isNotNull(classes.seats)));
  if (!row || row.taken + row.held < row.seats!) return undefined;
  return classFull(row.taken < row.seats!);
};

/**
 * Makes sure that a class keeps the seats that are taken or held, until the transaction ends.
 * @throws ApiError `invalid_input` if there would be fewer
 */
export const requireEnoughSeats = async (trx: Transaction, id: string, seats: number): Promise<void> => {
  await lockClass(trx, id);
  const [row] = await trx
    .select({ needed: sql<number>`${taken} + ${held()}` })
    .from(classes)
    .where(eq(classes.id, id));
  if (!row || row.needed <= seats) return;
  const message = `${row.needed} ${row.needed === 1 ? 'seat is' : 'seats are'} taken already`;
  throw new ApiError('invalid_input', message, { fields: { seats: message } });
};

/** Frees the seats of a user whose account is deleted; the enrollments stay for the books. */
export const vacateSeatsOf = async (trx: Queryable, userId: string): Promise<void> => {
  await trx.execute(sql`
    update ${classes} set vacated = vacated + 1
     where ${classes.id} in (select class_id from ${enrollments} where user_id = ${userId})`);
};
