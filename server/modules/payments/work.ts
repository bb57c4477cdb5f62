import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import type { Queryable } from '../../database/client.ts';
import { failureOf, retryAfterOf } from '../../stripe/failure.ts';

/** A table whose rows are worked on by one server at a time (`workColumns`). */
export type WorkTable = PgTable & Record<'id' | 'dueAt' | 'claimedUntil' | 'failures', PgColumn>;

/** Seconds for which a row is a server's own. One that dies leaves its rows to the others after this time. */
const CLAIM = 60;
/** Seconds until a row that failed is tried again: doubled from the first to the last. */
const BACKOFF = { first: 2, last: 60 };
/** Rows that are worked on at the same time. */
const CONCURRENCY = 8;
/** Failures of the provider in a row after which the round ends: it is away, and the rest waits for the next. */
const PATIENCE = CONCURRENCY;
/** Milliseconds of a pause that a provider asks for without saying how long, and of the longest that is granted. */
const PAUSE = { first: 1_000, last: 20_000 };

/** A moment in SQL. All servers go by the database's clock; tests name a moment of their own. */
export const at = (now?: Date): SQL => (now ? sql`${now.toISOString()}::timestamptz` : sql`now()`);

/** A moment so many seconds from now. */
export const inSeconds = (seconds: number, now?: Date): SQL =>
  sql`${at(now)} + make_interval(secs => ${seconds})`;

/** The next row that is due, claimed for this server in one statement. @returns its id */
export const claimNext = async (
  db: Queryable,
  table: WorkTable,
  isWaiting: SQL,
  now?: Date,
): Promise<string | undefined> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${table} set claimed_until = ${inSeconds(CLAIM, now)}
    where ${table.id} = (
      select ${table.id} from ${table}
      where ${isWaiting} and ${table.dueAt} <= ${at(now)}
        and (${table.claimedUntil} is null or ${table.claimedUntil} <= ${at(now)})
      order by ${table.dueAt} limit 1 for update skip locked)
    returning ${table.id} as id`);
  return rows[0]?.id;
};

/** Claims one row, if nobody else has. @returns whether it is this server's now */
export const claimOne = async (db: Queryable, table: WorkTable, id: string, now?: Date): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    update ${table} set claimed_until = ${inSeconds(CLAIM, now)}
    where ${table.id} = ${id} and (${table.claimedUntil} is null or ${table.claimedUntil} <= ${at(now)})`);
  return Boolean(rowCount);
};

/** Keeps a row that takes long for this server. */
export const keepClaim = async (db: Queryable, table: WorkTable, id: string, now?: Date): Promise<void> => {
  await db.execute(
    sql`update ${table} set claimed_until = ${inSeconds(CLAIM, now)} where ${table.id} = ${id}`,
  );
};

/** What to set on a row that was worked on: due again in so many seconds, nobody's, and without a failure. */
export const doneFor = (seconds: number, now?: Date) => ({
  dueAt: inSeconds(seconds, now),
  claimedUntil: null,
  failures: 0,
});

/** Lets a row that failed wait; its due time stays. */
export const postpone = async (db: Queryable, table: WorkTable, id: string, now?: Date): Promise<void> => {
  const seconds = sql`least(${BACKOFF.first} * 2 ^ least(failures, 10), ${BACKOFF.last})`;
  await db.execute(sql`
    update ${table} set failures = failures + 1,
      claimed_until = ${at(now)} + make_interval(secs => ${seconds})
    where ${table.id} = ${id}`);
};

export interface Job {
  /** As the log says it: "… failed". */
  name: string;
  table: WorkTable;
  /** Which rows still have something to do. */
  isWaiting: SQL;
  /** Works on a row and sets when it is due again; throws to have it tried again soon. */
  perform: (id: string) => Promise<void>;
}

interface Round {
  db: Queryable;
  log: Logger;
  now?: Date;
  /** Ends the round after what is under way. */
  signal?: AbortSignal;
}

/** The provider's failure behind an error, which may have become an answer to a caller already. */
const providerErrorOf = (error: unknown): unknown =>
  failureOf(error) ? error : (error as { cause?: unknown }).cause;

/**
 * Works on every row that is due, a few at a time, each claimed as its turn comes: several servers share the work.
 * Nothing is held while a row is worked on. A provider that asks for patience gets it; one that is away ends the
 * round.
 */
export const workOff = async ({ db, log, now, signal }: Round, job: Job): Promise<void> => {
  let troubles = 0;
  let pause: Promise<unknown> = Promise.resolve();

  const noteTrouble = (error: unknown): void => {
    const failure = failureOf(error);
    if (!failure || failure === 'refused' || failure === 'missing') return;
    troubles += 1;
    if (failure !== 'busy') return;
    const wanted = retryAfterOf(error) ?? PAUSE.first * 2 ** (troubles - 1);
    pause = sleep(Math.min(wanted, PAUSE.last), undefined, { signal }).catch(() => undefined);
  };

  const take = async (): Promise<string | undefined> => {
    await pause;
    const isOver = troubles >= PATIENCE || signal?.aborted;
    return isOver ? undefined : claimNext(db, job.table, job.isWaiting, now);
  };

  const work = async (first?: string): Promise<void> => {
    for (let id = first ?? (await take()); id; id = await take()) {
      try {
        await job.perform(id);
        troubles = 0;
      } catch (error) {
        log.error({ err: error, id }, `${job.name} failed`);
        await postpone(db, job.table, id, now);
        noteTrouble(providerErrorOf(error));
      }
    }
  };
  const first = await take();
  if (!first) return;
  await Promise.all([work(first), ...Array.from({ length: CONCURRENCY - 1 }, () => work())]);
};
