import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { SEAT_RESERVATION_HOURS } from '#contract/waiting-lists.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { classes, enrollments, paymentIntents, waitingList } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { notifyOfClosedWaitingLists } from './notify-of-closed-waiting-lists.ts';

/** For how many minutes an open payment intent of a class with limited seats holds one. */
export const SEAT_HELD_MINUTES = 30;

/** Seats of enrolled students whose account is active, in SQL. */
const taken: SQL<number> = sql<number>`${classes.enroll} - ${classes.vacated}`;

/**
 * Open payment intents that hold a seat, until the provider says that they can no longer be paid. The intent of an
 * enrolled user holds none: their enrollment has taken one. The table is named because Drizzle leaves the name out of a
 * query of one table.
 */
const intentsOf = (matching: SQL): SQL<number> => sql<number>`(
  select count(*)::int from ${paymentIntents} i
   where i.class_id = ${classes}.id and i.state = 'open' and ${matching}
     and not exists (select from ${enrollments} e where e.class_id = i.class_id and e.user_id = i.user_id))`;

/** Seats that are held for users other than `exceptFor` who are paying. */
const held = (exceptFor?: string): SQL<number> =>
  intentsOf(sql`i.user_id is distinct from ${exceptFor ?? null}::uuid`);

/** The same for users who are not on the waiting list. */
const heldForNewcomers = intentsOf(
  sql`not exists (select from ${waitingList} w where w.class_id = i.class_id and w.user_id = i.user_id)`,
);

/**
 * Whether the user of an entry of the waiting list has an open intent, which holds a seat for them.
 * @param entry the table or its alias
 */
export const isPaying = (entry: SQL): SQL => sql`exists (
  select from ${paymentIntents} i
   where i.class_id = ${entry}.class_id and i.user_id = ${entry}.user_id and i.state = 'open')`;

/**
 * Entries of the waiting list of users other than `exceptFor`. A user with an open intent is not counted: the intent
 * holds a seat.
 */
const entriesOf = (exceptFor: string | undefined, matching: SQL): SQL<number> => sql<number>`(
  select count(*)::int from ${waitingList} w
   where w.class_id = ${classes}.id and w.user_id is distinct from ${exceptFor ?? null}::uuid and ${matching}
     and not ${isPaying(sql`w`)})`;

/** Seats that are kept for students of the waiting list. */
const kept = (exceptFor?: string): SQL<number> => entriesOf(exceptFor, sql`w.kept_until > now()`);

/**
 * Students on the waiting list who have priority over a user: those who have not been offered a seat yet and, if the
 * user is on the list, joined before them. Nobody has priority over a user for whom a seat is kept.
 * @param joined which of them count, by default all
 */
const before = (userId: string, joined = sql`true`): SQL<number> =>
  entriesOf(
    userId,
    sql`w.kept_until is null and ${joined} and not exists (
      select from ${waitingList} own where own.class_id = w.class_id and own.user_id = ${userId}::uuid
         and (own.kept_until > now() or (own.kept_until is null and own.number < w.number)))`,
  );

/** Seats of a class that can be offered: neither taken, held nor kept, and none while it is paused. In SQL. Null: any number. */
export const freeSeats: SQL<number | null> = sql<
  number | null
>`case when ${classes.pausedAt} is not null then 0
  else ${classes.seats} - (${taken}) - ${held()} - ${kept()} end`;

/**
 * Seats of a class that are left for users who are neither on its waiting list, which has priority, nor paying already,
 * in SQL. None while it is paused. Null: any number.
 */
export const seatsLeft: SQL<number | null> = sql<
  number | null
>`case when ${classes.pausedAt} is not null then 0
  when ${classes.seats} is not null then greatest(0, ${classes.seats} - (${taken}) - ${classes.waiting} - ${heldForNewcomers}) end`;

/** Whether a class has seats that no student has taken, although they may be held or kept, in SQL. Null: any number. */
export const hasUntakenSeats: SQL<boolean | null> = sql<boolean | null>`${classes.seats} > (${taken})`;

/** Locks a class, published or not, against whatever changes its seats. */
export const lockSeats = async (trx: Transaction, id: string): Promise<void> => {
  await trx.select({ id: classes.id }).from(classes).where(eq(classes.id, id)).for('no key update');
};

const classFull = ({ isHeld, isKept }: { isHeld: boolean; isKept: boolean }): ApiError => {
  if (isKept)
    return new ApiError('class_full', 'The free seats of this class are reserved for its waiting list');
  return new ApiError(
    'class_full',
    isHeld
      ? `Other students are paying for the last seats right now. Please try again in ${SEAT_HELD_MINUTES} minutes.`
      : 'This class is full',
  );
};

/**
 * Why a class has no seat for a user. A caller who then assigns the seat must have locked the class in an earlier
 * statement, so that this one sees the counts as of after the lock.
 * @returns undefined if there is a seat, or if the number of seats is not limited
 */
export const findSeatProblem = async (
  db: Queryable,
  classId: string,
  userId: string,
): Promise<ApiError | undefined> => {
  const [row] = await db
    .select({
      seats: classes.seats,
      taken,
      held: held(userId),
      waiting: sql<number>`${kept(userId)} + ${before(userId)}`,
    })
    .from(classes)
    .where(and(eq(classes.id, classId), isNotNull(classes.seats)));
  if (!row || row.taken + row.held + row.waiting < row.seats!) return undefined;
  return classFull({ isHeld: row.taken < row.seats!, isKept: row.taken + row.held < row.seats! });
};

/**
 * Why a user cannot enroll in a class now: it is paused, unless a seat is reserved for them, or it has no seat for them.
 * The same lock as for `findSeatProblem` is needed.
 * @returns undefined if they can, as far as the class is concerned
 */
export const findEnrollmentProblem = async (
  db: Queryable,
  classId: string,
  userId: string,
): Promise<ApiError | undefined> => {
  const isReserved = sql`exists (select from ${waitingList} w
    where w.class_id = ${classes}.id and w.user_id = ${userId}::uuid and w.kept_until > now())`;
  const paused = await db.$count(
    classes,
    and(eq(classes.id, classId), isNotNull(classes.pausedAt), sql`not ${isReserved}`),
  );
  if (paused > 0) return new ApiError('class_full', 'The teacher has paused enrollment in this class');
  return findSeatProblem(db, classId, userId);
};

/**
 * Whether the seat of an intent that has just ended goes to the waiting list instead of another intent of its buyer: to
 * students who were waiting when it was opened. Otherwise a buyer who keeps returning could hold a seat forever without
 * paying. The caller has locked the class.
 */
export const isSeatDueToLine = async (
  db: Queryable,
  { classId, userId, createdAt }: { classId: string; userId: string; createdAt: Date },
): Promise<boolean> => {
  const earlier = before(userId, sql`w.created_at < ${createdAt.toISOString()}::timestamptz`);
  const [row] = await db
    .select({
      isDue: sql<boolean>`${earlier} > 0 and
        ${taken} + ${held(userId)} + ${kept(userId)} + ${earlier} >= ${classes.seats}`,
    })
    .from(classes)
    .where(and(eq(classes.id, classId), isNotNull(classes.seats)));
  return row?.isDue ?? false;
};

/**
 * Requires a number of seats to cover those that are taken, held or kept. That stays so until the transaction ends.
 * @throws ApiError `invalid_input`
 */
export const requireEnoughSeats = async (trx: Transaction, id: string, seats: number): Promise<void> => {
  await lockSeats(trx, id);
  const [row] = await trx
    .select({ needed: sql<number>`${taken} + ${held()} + ${kept()}` })
    .from(classes)
    .where(eq(classes.id, id));
  if (!row || row.needed <= seats) return;
  const message = `${row.needed} ${row.needed === 1 ? 'seat is' : 'seats are'} already taken or reserved`;
  throw new ApiError('invalid_input', message, { fields: { seats: message } });
};

/**
 * Frees the seats of a user whose account is deleted, and removes them from every waiting list. The enrollments are
 * kept for the books. To prevent deadlocks, the classes are locked in a fixed order before any change.
 */
export const vacateSeatsOf = async (trx: Queryable, userId: string): Promise<void> => {
  await trx.execute(sql`
    select from ${classes} where id in (
      select class_id from ${enrollments} where user_id = ${userId}
      union select class_id from ${waitingList} where user_id = ${userId})
     order by id for no key update`);
  await trx.execute(sql`
    update ${classes} set vacated = vacated + 1
     where ${classes.id} in (select class_id from ${enrollments} where user_id = ${userId})`);
  await trx.delete(waitingList).where(eq(waitingList.userId, userId));
};

/** When an offer that is made now ends, in SQL. */
export const END_OF_OFFER: SQL = sql`now() + ${SEAT_RESERVATION_HOURS} * interval '1 hour'`;

/**
 * Counts the seat that a user is about to pay for as offered to them if they are on the waiting list, so that they cannot
 * keep it any longer than an offer lasts by returning before others on the list. The caller has locked the class.
 */
export const countAsOffered = async (
  trx: Transaction,
  { classId, userId }: { classId: string; userId: string },
): Promise<void> => {
  await trx
    .update(waitingList)
    .set({ keptUntil: END_OF_OFFER })
    .where(
      and(eq(waitingList.userId, userId), eq(waitingList.classId, classId), isNull(waitingList.keptUntil)),
    );
};

/** Ends the running offers of a class that is withdrawn, in the same transaction. The students keep their places in line. */
export const endOffers = async (trx: Transaction, classId: string): Promise<void> => {
  const isRunning = sql`${waitingList.keptUntil} > now()`;
  await trx
    .update(waitingList)
    .set({ keptUntil: null })
    .where(and(eq(waitingList.classId, classId), isRunning));
};

/**
 * Ends the waiting lists of a teacher's deleted classes and notifies the students, in the transaction that hides the
 * classes.
 */
export const endWaitingLists = async (trx: Queryable, teacherId: string): Promise<void> => {
  await notifyOfClosedWaitingLists(trx, teacherId);
  await trx.execute(sql`
    delete from ${waitingList} where class_id in (
      select id from ${classes} where teacher_id = ${teacherId} and hidden_at is not null)`);
};
