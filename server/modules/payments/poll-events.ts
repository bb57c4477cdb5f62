import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { paymentJobs } from '../../database/schema.ts';
import { isLive } from '../../stripe/client.ts';
import { EVENT_TYPES, type NewEvent, toEventRow } from './event-row.ts';
import { deleteOldEvents, insertLoggedEvents } from './events.repository.ts';
import { findShopMark } from './shop.repository.ts';
import { doneFor } from './work.ts';

interface Context {
  db: Database;
  stripe: Stripe;
  now?: Date;
}

/** Seconds between two reads of the log. */
const INTERVAL = 15;
/** Seconds by which each read goes back behind the one before: an event may be seen later than it is dated. */
const OVERLAP = 600;
/** Seconds for which the provider keeps events. */
const KEPT = 30 * 24 * 60 * 60;

/** Test and live mode have logs of their own. */
export const eventLogOf = (stripe: Stripe): string => (isLive(stripe) ? 'events live' : 'events test');

const readLog = async ({ db, stripe }: Context, since: number): Promise<NewEvent[]> => {
  const mark = await findShopMark(db);
  const found: NewEvent[] = [];
  const list = stripe.events.list({ created: { gte: since }, types: [...EVENT_TYPES], limit: 100 });
  for await (const event of list) {
    if (event.created < since) break;
    const row = toEventRow(event, mark, isLive(stripe));
    if (row) found.push(row);
  }
  return found;
};

/**
 * Reads the provider's log from where it was read to the last time, and writes down what is new. How far it was read
 * goes by the provider's own dates, and moves only with what is written down.
 */
export const pollEvents = async (context: Context, id: string): Promise<void> => {
  const { db, now } = context;
  const [job] = await db.select().from(paymentJobs).where(eq(paymentJobs.id, id));
  const oldest = Math.floor((now?.getTime() ?? Date.now()) / 1_000) - KEPT;
  const readTo = job?.position ? job.position.getTime() / 1_000 : 0;
  const events = await readLog(context, Math.max(Math.floor(readTo) - OVERLAP, oldest));
  const newest = events.reduce((latest, { happenedAt }) => Math.max(latest, happenedAt.getTime()), 0);
  await db.transaction(async (trx) => {
    await insertLoggedEvents(trx, events);
    await trx
      .update(paymentJobs)
      .set({
        ...doneFor(INTERVAL, now),
        ...(newest > readTo * 1_000 && { position: new Date(newest) }),
      })
      .where(eq(paymentJobs.id, id));
  });
  await deleteOldEvents(db);
};
