import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { paymentEvents } from '../../database/schema.ts';
import type { NewEvent } from './event-row.ts';

export type PaymentEvent = typeof paymentEvents.$inferSelect;

export const OPEN_EVENTS = isNull(paymentEvents.handledAt);

/** Seconds for which an event from the log is left to browser and webhook, which know of it as well. */
const GRACE = 20;
/** Days for which events that are done are kept, so that the log does not tell of them again. */
const KEPT = 7;

/**
 * Writes down events from a page of the log that are not known yet. Each mode has a log of its own, so the log's word of
 * the mode counts: an event that did not say it, and was handled with the other keys, is open again.
 */
export const insertLoggedEvents = async (db: Queryable, events: NewEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    ...event,
    dueAt: new Date(event.happenedAt.getTime() + GRACE * 1_000),
  }));
  await db
    .insert(paymentEvents)
    .values(rows)
    .onConflictDoUpdate({
      target: paymentEvents.id,
      set: {
        livemode: sql`excluded.livemode`,
        isMarked: sql`excluded.is_marked`,
        transactionId: sql`excluded.transaction_id`,
        expected: sql`excluded.expected`,
        dueAt: sql`excluded.due_at`,
        handledAt: null,
        failure: null,
        claimedUntil: null,
      },
      setWhere: sql`${paymentEvents.livemode} <> excluded.livemode`,
    });
};

/** Stores an event of the webhook before it is handled, claimed by the server that stores it. */
export const insertToldEvent = async (db: Queryable, event: NewEvent): Promise<void> => {
  const claimedUntil = sql`now() + interval '1 minute'`;
  await db
    .insert(paymentEvents)
    .values({ ...event, claimedUntil })
    .onConflictDoUpdate({ target: paymentEvents.id, set: { claimedUntil } });
};

export const findEvent = async (db: Queryable, id: string): Promise<PaymentEvent | undefined> => {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id));
  return row;
};

export const setHandled = async (db: Queryable, id: string): Promise<void> => {
  await db
    .update(paymentEvents)
    .set({ handledAt: sql`now()`, failure: null })
    .where(eq(paymentEvents.id, id));
};

/** Notes why an event could not be handled. @param dueAt when it is tried again; absent: soon */
export const setEventFailure = async (
  db: Queryable,
  id: string,
  failure: string,
  dueAt?: SQL,
): Promise<void> => {
  await db
    .update(paymentEvents)
    .set({ failure, handledAt: null, ...(dueAt && { dueAt }) })
    .where(eq(paymentEvents.id, id));
};

/** What can be told of a payment can be handled now: the payment is in the books, or is back with the payer. */
export const retryEventsOf = async (db: Queryable, transactionId: string): Promise<void> => {
  await db
    .update(paymentEvents)
    .set({ dueAt: sql`now()`, claimedUntil: null })
    .where(and(eq(paymentEvents.transactionId, transactionId), OPEN_EVENTS));
};

/**
 * An event is to be tried again at once.
 * @param live whether the keys are live: with those of the other mode it would look like another shop's
 * @returns whether there is one that is not done
 */
export const retryEvent = async (db: Queryable, id: string, live: boolean): Promise<boolean> => {
  const rows = await db
    .update(paymentEvents)
    .set({ dueAt: sql`now()`, claimedUntil: null, failures: 0 })
    .where(and(eq(paymentEvents.id, id), eq(paymentEvents.livemode, live), OPEN_EVENTS))
    .returning({ id: paymentEvents.id });
  return rows.length > 0;
};

export const deleteOldEvents = async (db: Queryable): Promise<void> => {
  await db
    .delete(paymentEvents)
    .where(lt(paymentEvents.handledAt, sql`now() - make_interval(days => ${KEPT})`));
};
