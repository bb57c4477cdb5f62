import { and, eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { paymentEvents, paymentIntents, paymentJobs, refunds } from '../../database/schema.ts';
import { isLive } from '../../stripe/client.ts';
import { BOOKS_JOB, checkBooksNightly, planBooksCheck } from './check-books-nightly.ts';
import { OPEN_EVENTS } from './events.repository.ts';
import { handleEvent } from './handle-event.ts';
import { OPEN_INTENTS } from './intents.repository.ts';
import { carryOutRefund } from './perform-refund.ts';
import { noteLivemode } from './note-livemode.ts';
import { eventLogOf, pollEvents } from './poll-events.ts';
import { reconcileIntent } from './reconcile-intent.ts';
import { dueRefunds } from './refunds.repository.ts';
import { workOff } from './work.ts';

/** Milliseconds between two looks at what is due. */
const INTERVAL = 5_000;

interface Context {
  db: Database;
  stripe: Stripe;
  log: Logger;
}

interface Round {
  /** Absent: the database's clock. */
  now?: Date;
  /** Ends the round after what is under way. */
  signal?: AbortSignal;
}

/** Looks for what is due of one kind, and works on it until nothing is. */
type Task = (context: Context, round: Round) => Promise<void>;

const readEventLog: Task = async (context, { now, signal }) => {
  const round = { ...context, now, signal };
  const log = eventLogOf(context.stripe);
  await context.db.insert(paymentJobs).values({ id: log }).onConflictDoNothing();
  await workOff(round, {
    name: 'Reading the event log of the card provider',
    table: paymentJobs,
    isWaiting: eq(paymentJobs.id, log),
    perform: (id) => pollEvents(round, id),
  });
};

const handleEvents: Task = (context, { now, signal }) => {
  const round = { ...context, now, signal };
  return workOff(round, {
    name: 'Handling an event of the card provider',
    table: paymentEvents,
    isWaiting: and(OPEN_EVENTS, eq(paymentEvents.livemode, isLive(context.stripe)))!,
    perform: (id) => handleEvent(round, id),
  });
};

const reconcileIntents: Task = (context, { now, signal }) => {
  const round = { ...context, now, signal };
  return workOff(round, {
    name: 'Reconciling a payment intent',
    table: paymentIntents,
    isWaiting: OPEN_INTENTS,
    perform: (id) => reconcileIntent(round, id),
  });
};

const carryOutRefunds: Task = (context, { now, signal }) => {
  const round = { ...context, now, signal };
  return workOff(round, {
    name: 'Reconciling a refund',
    table: refunds,
    isWaiting: dueRefunds(isLive(context.stripe)),
    perform: (id) => carryOutRefund(round, id),
  });
};

/**
 * Everything that is done about payments without being asked for: the provider's log is read and its events are handled,
 * open intents are asked for and recorded if they were paid, and refunds that were not confirmed are carried on. So a
 * payment whose browser was closed and whose webhook was lost still becomes an enrollment.
 */
const TASKS: Task[] = [readEventLog, handleEvents, reconcileIntents, carryOutRefunds];

/** One turn of all that, one after the other. */
export const reconcilePayments = async (context: Context, round: Round = {}): Promise<void> => {
  for (const task of TASKS) await task(context, round);
};

/** Checks the books if that is due. */
export const checkBooksWhenDue = async (context: Context, { now, signal }: Round = {}): Promise<void> => {
  const round = { ...context, now, signal };
  await planBooksCheck(context.db);
  await workOff(round, {
    name: 'Checking the books',
    table: paymentJobs,
    isWaiting: eq(paymentJobs.id, BOOKS_JOB),
    perform: () => checkBooksNightly(round),
  });
};

/** Does some work again and again. @returns a function that waits for what is under way */
const repeat = (work: () => Promise<void>, onFailure: (error: unknown) => void) => {
  let underway: Promise<void> | undefined;
  const run = () => {
    // A round that takes longer, at a slow provider, is not queued up behind itself.
    underway ??= work()
      .catch(onFailure)
      .finally(() => {
        underway = undefined;
      });
  };
  run();
  const timer = setInterval(run, INTERVAL);
  return async () => {
    clearInterval(timer);
    await underway;
  };
};

/** Reconciles and checks the books until stopped; several servers share the work. @returns a function that ends it and waits for what is under way */
export const startReconciling = (context: Context): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isModeNoted = false;
  const noteMode = async () => {
    if (!isModeNoted) await noteLivemode(context);
    isModeNoted = true;
  };
  const logAs = (message: string) => (error: unknown) => context.log.error({ err: error }, message);
  const ends = [
    repeat(noteMode, logAs('The mode of earlier payments could not be found out')),
    // Each by itself: much to do of one kind, or a check of large books, keeps nothing else waiting.
    ...TASKS.map((task) => repeat(() => task(context, { signal }), logAs('Reconciling payments failed'))),
    repeat(() => checkBooksWhenDue(context, { signal }), logAs('Checking the books failed')),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(ends.map((end) => end()));
  };
};
