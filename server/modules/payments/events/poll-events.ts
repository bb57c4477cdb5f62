import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { paymentJobs } from '../../../database/schema.ts';
import { isLive, keyFingerprint, REPEATED } from '../../../stripe/client.ts';
import { listPages } from '../../../stripe/list-pages.ts';
import type { PaymentContext } from '../context.ts';
import { EVENT_TYPES, type NewEvent, toEventRow } from './event-row.ts';
import { deleteOldEvents, insertLoggedEvents } from './events.repository.ts';
import { findShopMark } from '../shop.repository.ts';
import { doneFor, extendClaim } from '../due-rows.ts';

interface Context extends PaymentContext {
  now?: Date;
}

/** Seconds between two reads of the log. */
const INTERVAL = 15;
/** The overlap between two reads, in seconds, because an event may become visible later than its date. */
const OVERLAP = 600;
/** The time for which the provider keeps events, in seconds. */
const PROVIDER_EVENT_RETENTION = 30 * 24 * 60 * 60;

/**
 * The job that reads the event log. Each account of the provider has logs of its own, one per mode, and a key belongs to
 * one of them. The key does not tell which account that is, so every key has its own position: after a change, the log
 * is read from its beginning, and events that have been handled change nothing.
 */
export const eventLogOf = (stripe: Stripe): string =>
  `events ${isLive(stripe) ? 'live' : 'test'} ${keyFingerprint(stripe)}`;

/** The events of the log since a time (seconds since 1970) in pages, newest first. */
async function* readLog({ db, stripe }: Context, since: number): AsyncGenerator<NewEvent[]> {
  const mark = await findShopMark(db);
  const parameters = { created: { gte: since }, types: [...EVENT_TYPES] };
  for await (const page of listPages((range) => stripe.events.list({ ...parameters, ...range }, REPEATED)))
    yield page.map((event) => toEventRow(event, mark, isLive(stripe))).filter((row) => row !== undefined);
}

/**
 * Reads the provider's log from the position of the last read and stores new events page by page, because there may be
 * thousands after a long interruption. The position is based on the provider's own dates, and only advances once
 * everything is stored.
 */
export const pollEvents = async (context: Context, id: string): Promise<void> => {
  const { db, now } = context;
  const [job] = await db.select().from(paymentJobs).where(eq(paymentJobs.id, id));
  const oldest = Math.floor((now?.getTime() ?? Date.now()) / 1_000) - PROVIDER_EVENT_RETENTION;
  const readTo = job?.position?.getTime() ?? 0;
  let newest = readTo;
  for await (const page of readLog(context, Math.max(Math.floor(readTo / 1_000) - OVERLAP, oldest))) {
    await insertLoggedEvents(db, page);
    await extendClaim(db, paymentJobs, id, now);
    newest = page.reduce((latest, { happenedAt }) => Math.max(latest, happenedAt.getTime()), newest);
  }
  await db
    .update(paymentJobs)
    .set({ ...doneFor(INTERVAL, now), ...(newest > readTo && { position: new Date(newest) }) })
    .where(eq(paymentJobs.id, id));
  await deleteOldEvents(db);
};
