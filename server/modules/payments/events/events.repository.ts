import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/client.ts';
import { paymentEvents } from '../../../database/schema.ts';
import { claimEnd } from '../due-rows.ts';
import type { NewEvent } from './event-row.ts';

export type PaymentEvent = typeof paymentEvents.$inferSelect;

export const OPEN_EVENTS = isNull(paymentEvents.handledAt);

/** Seconds for which an event from the log is left to the browser and the webhook, which also report it. */
const GRACE = 20;
/** Days for which handled events are kept, so that reading the log does not add them again. */
const EVENT_RETENTION_DAYS = 7;

/**
 * Stores the new events of a page of the log. Each mode has its own log, so the log determines the mode: an event that
 * did not contain it, and was handled with the keys of the other mode, becomes open again.
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
export const insertWebhookEvent = async (db: Queryable, event: NewEvent): Promise<void> => {
  const claimedUntil = claimEnd();
  await db
    .insert(paymentEvents)
    .values({ ...event, claimedUntil })
    .onConflictDoUpdate({ target: paymentEvents.id, set: { claimedUntil } });
};

/** Finds an event by the provider's id. */
export const findEvent = async (db: Queryable, id: string): Promise<PaymentEvent | undefined> => {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id));
  return row;
};

/** Marks an event as handled. */
export const setHandled = async (db: Queryable, id: string): Promise<void> => {
  await db
    .update(paymentEvents)
    .set({ handledAt: sql`now()`, failure: null })
    .where(eq(paymentEvents.id, id));
};

/** Records why an event could not be handled. @param dueAt when it is due again */
export const setEventFailure = async (
  db: Queryable,
  id: string,
  failure: string,
  dueAt: SQL,
): Promise<void> => {
  await db.update(paymentEvents).set({ failure, handledAt: null, dueAt }).where(eq(paymentEvents.id, id));
};

/** Makes the events of a payment due, because the payment is now in the books or refunded. */
export const retryEventsOf = async (db: Queryable, transactionId: string): Promise<void> => {
  await db
    .update(paymentEvents)
    .set({ dueAt: sql`now()`, claimedUntil: null })
    .where(and(eq(paymentEvents.transactionId, transactionId), OPEN_EVENTS));
};

/**
 * Makes an event due at once.
 * @param live whether the keys are live: with those of the other mode, it would look like another shop's event
 * @returns whether there is such an event that has not been handled
 */
export const retryEvent = async (db: Queryable, id: string, live: boolean): Promise<boolean> => {
  const rows = await db
    .update(paymentEvents)
    .set({ dueAt: sql`now()`, claimedUntil: null, failures: 0 })
    .where(and(eq(paymentEvents.id, id), eq(paymentEvents.livemode, live), OPEN_EVENTS))
    .returning({ id: paymentEvents.id });
  return rows.length > 0;
};

/** Deletes events that were handled more than `EVENT_RETENTION_DAYS` days ago. */
export const deleteOldEvents = async (db: Queryable): Promise<void> => {
  await db
    .delete(paymentEvents)
    .where(lt(paymentEvents.handledAt, sql`now() - make_interval(days => ${EVENT_RETENTION_DAYS})`));
};
