import { and, eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { paymentEvents, paymentIntents, paymentJobs, refunds } from '../../../database/schema.ts';
import { isLive } from '../../../stripe/client.ts';
import { BOOKS_JOB, checkBooksNightly, planBooksCheck } from '../books/check-books-nightly.ts';
import { OPEN_EVENTS } from '../events/events.repository.ts';
import { handleEvent } from '../events/handle-event.ts';
import { OPEN_INTENTS } from '../intents.repository.ts';
import { performClaimedRefund } from '../refunds/perform-refund.ts';
import type { PaymentContext } from '../context.ts';
import { recordLivemode } from '../record-livemode.ts';
import { eventLogOf, pollEvents } from '../events/poll-events.ts';
import { reconcileIntent } from './reconcile-intent.ts';
import { dueRefunds } from '../refunds/refunds.repository.ts';
import { processDueRows } from '../due-rows.ts';

/** Milliseconds between two checks for due work. */
const INTERVAL = 5_000;

interface Context extends PaymentContext {
  log: Logger;
}

interface Round {
  /** For tests. Default: the database's clock. */
  now?: Date;
  /** Ends the round after the work in progress. */
  signal?: AbortSignal;
}

/** Processes the due work of one kind until none is left. */
type Task = (context: Context, round: Round) => Promise<void>;

const readEventLog: Task = async (context, { now, signal }) => {
  const round = { ...context, now, signal };
  const log = eventLogOf(context.stripe);
  await context.db.insert(paymentJobs).values({ id: log }).onConflictDoNothing();
  await processDueRows(round, {
    name: 'Reading the event log of the card provider',
    table: paymentJobs,
    isWaiting: eq(paymentJobs.id, log),
    perform: (id) => pollEvents(round, id),
  });
};

const handleEvents: Task = (context, { now, signal }) => {
  const round = { ...context, now, signal };
  return processDueRows(round, {
    name: 'Handling an event of the card provider',
    table: paymentEvents,
    isWaiting: and(OPEN_EVENTS, eq(paymentEvents.livemode, isLive(context.stripe)))!,
    perform: (id) => handleEvent(round, id),
  });
};

const reconcileIntents: Task = (context, { now, signal }) => {
  const round = { ...context, now, signal };
  return processDueRows(round, {
    name: 'Reconciling a payment intent',
    table: paymentIntents,
    isWaiting: OPEN_INTENTS,
    perform: (id) => reconcileIntent(round, id),
  });
};

const performRefunds: Task = (context, { now, signal }) => {
  const round = { ...context, now, signal };
  return processDueRows(round, {
    name: 'Reconciling a refund',
    table: refunds,
    isWaiting: dueRefunds(isLive(context.stripe)),
    perform: (id) => performClaimedRefund(round, id),
  });
};

/**
 * The background work on payments: the provider's event log is read and its events are handled, open intents are
 * checked and recorded if they were paid, and unconfirmed refunds are performed. A payment becomes an enrollment even
 * if the browser was closed and the webhook was lost.
 */
const TASKS: Task[] = [readEventLog, handleEvents, reconcileIntents, performRefunds];

/** Runs each kind of background work once, one after the other. */
export const reconcilePayments = async (context: Context, round: Round = {}): Promise<void> => {
  for (const task of TASKS) await task(context, round);
};

/** Checks the books if that is due. */
export const checkBooksWhenDue = async (context: Context, { now, signal }: Round = {}): Promise<void> => {
  const round = { ...context, now, signal };
  await planBooksCheck(context.db);
  await processDueRows(round, {
    name: 'Checking the books',
    table: paymentJobs,
    isWaiting: eq(paymentJobs.id, BOOKS_JOB),
    perform: () => checkBooksNightly(round),
  });
};

/** Runs some work repeatedly. @returns a function that stops this and waits for the work in progress */
const repeat = (work: () => Promise<void>, onFailure: (error: unknown) => void) => {
  let underway: Promise<void> | undefined;
  const run = () => {
    // Rounds do not overlap or queue up, even if the provider is slow.
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

/**
 * Reconciles payments and checks the books until stopped. Several servers share the work.
 * @returns a function that stops this and waits for the work in progress
 */
export const startReconciling = (context: Context): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isModeRecorded = false;
  const recordMode = async () => {
    if (!isModeRecorded) await recordLivemode(context);
    isModeRecorded = true;
  };
  const logAs = (message: string) => (error: unknown) => context.log.error({ err: error }, message);
  const ends = [
    repeat(recordMode, logAs('The mode of earlier payments could not be determined')),
    // Each kind of work runs independently, so that a backlog of one kind or a check of large books does not delay the
    // others.
    ...TASKS.map((task) => repeat(() => task(context, { signal }), logAs('Reconciling payments failed'))),
    repeat(() => checkBooksWhenDue(context, { signal }), logAs('Checking the books failed')),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(ends.map((end) => end()));
  };
};
