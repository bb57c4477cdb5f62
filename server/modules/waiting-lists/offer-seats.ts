import { and, eq, inArray, isNull, not, or, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Transaction } from '../../database/client.ts';
import { classes, isPublished, users, waitingList } from '../../database/schema.ts';
import { END_OF_OFFER, freeSeats, isPaying, lockSeats } from '../classes/seats.ts';
import { notify } from '../notifications/notify.ts';
import { isOver } from './waiting-lists.repository.ts';

/** The interval of the check for free seats and expired offers that were not announced, in milliseconds. */
const INTERVAL = 60_000;
/** The number of students of a class who are offered a seat in one transaction. */
const BATCH = 100;

/** Whether a seat can be offered: the class has a free one, or unlimited seats. */
const hasFreeSeat = sql`(${freeSeats} is null or ${freeSeats} > 0)`;

/** Whether a student has let an offer expire. While they are paying, their intent holds the seat. */
const isForfeited = and(isOver, not(isPaying(sql`${waitingList}`)))!;

/**
 * The published classes with seats to offer or expired offers. The seats are counted once per class, not for each who
 * waits.
 */
const findClasses = async (db: Database): Promise<string[]> => {
  const rows = await db
    .select({ id: classes.id })
    .from(waitingList)
    .innerJoin(classes, eq(classes.id, waitingList.classId))
    .groupBy(classes.id)
    .having(
      sql`${isPublished(classes)}
       and (bool_or(${isForfeited}) or (bool_or(${waitingList.keptUntil} is null) and ${hasFreeSeat}))`,
    );
  return rows.map(({ id }) => id);
};

/** The users who are next in line, as a subquery. */
const nextInLine = (trx: Transaction, classId: string, count: number) =>
  trx
    .select({ userId: waitingList.userId })
    .from(waitingList)
    .where(and(eq(waitingList.classId, classId), isNull(waitingList.keptUntil)))
    .orderBy(waitingList.number)
    .limit(count);

/** The users who have let their offer expire, as a subquery. */
const overdue = (trx: Transaction, classId: string) =>
  trx
    .select({ userId: waitingList.userId })
    .from(waitingList)
    .where(and(eq(waitingList.classId, classId), isForfeited))
    .limit(BATCH);

/** Locks the accounts of those who will be notified until the transaction ends. Users are locked before the class. */
const lockUsersInLine = async (trx: Transaction, classId: string): Promise<string[]> => {
  const rows = await trx
    .select({ id: users.id })
    .from(users)
    .where(or(inArray(users.id, nextInLine(trx, classId, BATCH)), inArray(users.id, overdue(trx, classId))))
    .orderBy(users.id)
    .for('key share');
  return rows.map(({ id }) => id);
};

/** Keeps the free seats of a locked class for the first in line, and notifies them. @returns how many */
const offerToNext = async (trx: Transaction, classId: string, among: string[]): Promise<number> => {
  const [offer] = await trx
    .select({ title: classes.title, free: freeSeats })
    .from(classes)
    .where(and(eq(classes.id, classId), isPublished(classes)));
  const count = Math.min(offer ? (offer.free ?? BATCH) : 0, BATCH);
  if (!offer || count <= 0 || among.length === 0) return 0;
  const offered = await trx
    .update(waitingList)
    .set({ keptUntil: END_OF_OFFER })
    .where(
      and(
        eq(waitingList.classId, classId),
        inArray(waitingList.userId, nextInLine(trx, classId, count)),
        inArray(waitingList.userId, among),
      ),
    )
    .returning();
  await notify(
    trx,
    offered.map(({ id, userId, keptUntil }) => ({
      userId,
      kind: 'seat free',
      // A seat can be offered again to the same entry, after the class was withdrawn.
      subject: `${id} ${keptUntil!.toISOString()}`,
      data: { classId, title: offer.title, keptUntil: keptUntil!.toISOString() },
    })),
  );
  return offered.length;
};

/**
 * Removes those who did not take their seat in time from a locked list, and notifies them. Nobody could take a seat while
 * the class was withdrawn.
 * @returns how many
 */
const removeOverdue = async (trx: Transaction, classId: string, among: string[]): Promise<number> => {
  const [offer] = await trx
    .select({ title: classes.title })
    .from(classes)
    .where(and(eq(classes.id, classId), isPublished(classes)));
  if (!offer) return 0;
  const removed = await trx
    .delete(waitingList)
    .where(and(eq(waitingList.classId, classId), isForfeited, inArray(waitingList.userId, among)))
    .returning({ id: waitingList.id, userId: waitingList.userId });
  await notify(
    trx,
    removed.map(({ id, userId }) => ({
      userId,
      kind: 'seat expired',
      subject: id,
      data: { classId, title: offer.title },
    })),
  );
  return removed.length;
};

/** Handles one batch of a class's waiting list. @returns whether there may be more to do */
const serve = (db: Database, classId: string): Promise<boolean> =>
  db.transaction(async (trx) => {
    const kept = await lockUsersInLine(trx, classId);
    await lockSeats(trx, classId);
    const removed = await removeOverdue(trx, classId, kept);
    const offered = await offerToNext(trx, classId, kept);
    return removed === BATCH || offered === BATCH;
  });

/**
 * Keeps each free seat for the first in line of its class, and removes those who did not take theirs in time from the
 * list. It can be called at any time, by several servers at once.
 * @throws AggregateError the errors of the classes that failed, after all others were served
 */
export const offerFreeSeats = async (db: Database): Promise<void> => {
  const failures: unknown[] = [];
  for (const classId of await findClasses(db))
    try {
      while (await serve(db, classId));
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Some waiting lists could not be served');
};

/**
 * Offers free seats now, whenever it is woken, and every minute. A call of `wake` during a round causes another round.
 */
export const startOfferingSeats = ({
  db,
  log,
}: {
  db: Database;
  log: Pick<FastifyBaseLogger, 'error'>;
}): { wake: () => void; stop: () => Promise<void> } => {
  let underway: Promise<void> | undefined;
  let isDue = false;
  let isStopped = false;
  const work = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      await offerFreeSeats(db).catch((error: unknown) =>
        log.error({ err: error }, 'Free seats could not be offered to the waiting lists'),
      );
    }
    underway = undefined;
  };
  const wake = (): void => {
    if (isStopped) return;
    isDue = true;
    underway ??= work();
  };
  const timer = setInterval(wake, INTERVAL);
  wake();
  return {
    wake,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await underway;
    },
  };
};
