import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import type { Queryable } from '../../database/client.ts';
import { failureOf, retryAfterOf } from '../../stripe/failure.ts';

/** A table whose rows are processed by one server at a time (`workColumns`). */
export type WorkTable = PgTable & Record<'id' | 'dueAt' | 'claimedUntil' | 'failures', PgColumn>;

/** The duration of a claim, in seconds. After it, the rows of a server that died go to the others. */
const CLAIM = 60;
/** The first and the longest delay until a failed row is retried, in seconds. The delay doubles each time. */
const BACKOFF = { first: 2, last: 60 };
/** The number of rows that are processed concurrently. */
const CONCURRENCY = 8;
/**
 * The number of consecutive failures of the provider that end the round: it is unavailable, and the rest waits for the
 * next round.
 */
const MAX_FAILURES = CONCURRENCY;
/** The pause if the provider asks for one without a duration, and the longest pause, in milliseconds. */
const PAUSE = { first: 1_000, last: 20_000 };

/** A time in SQL. All servers use the database's clock; tests pass a time of their own. */
export const at = (now?: Date): SQL => (now ? sql`${now.toISOString()}::timestamptz` : sql`now()`);

/** The time `seconds` from now. */
export const inSeconds = (seconds: number, now?: Date): SQL =>
  sql`${at(now)} + make_interval(secs => ${seconds})`;

/** The end of a claim that begins now. */
export const claimEnd = (now?: Date): SQL => inSeconds(CLAIM, now);

/** Claims the next due row for this server, in one statement. @returns its id */
export const claimNext = async (
  db: Queryable,
  table: WorkTable,
  isWaiting: SQL,
  now?: Date,
): Promise<string | undefined> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${table} set claimed_until = ${claimEnd(now)}
    where ${table.id} = (
      select ${table.id} from ${table}
      where ${isWaiting} and ${table.dueAt} <= ${at(now)}
        and (${table.claimedUntil} is null or ${table.claimedUntil} <= ${at(now)})
      order by ${table.dueAt} limit 1 for update skip locked)
    returning ${table.id} as id`);
  return rows[0]?.id;
};

/** Claims a row, unless another server has. @returns whether this server has it now */
export const claimOne = async (db: Queryable, table: WorkTable, id: string, now?: Date): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    update ${table} set claimed_until = ${claimEnd(now)}
    where ${table.id} = ${id} and (${table.claimedUntil} is null or ${table.claimedUntil} <= ${at(now)})`);
  return Boolean(rowCount);
};

/** Extends this server's claim on a row that takes long. */
export const extendClaim = async (db: Queryable, table: WorkTable, id: string, now?: Date): Promise<void> => {
  await db.execute(sql`update ${table} set claimed_until = ${claimEnd(now)} where ${table.id} = ${id}`);
};

/** The values of a processed row: due again after `seconds`, unclaimed, and without failures. */
export const doneFor = (seconds: number, now?: Date) => ({
  dueAt: inSeconds(seconds, now),
  claimedUntil: null,
  failures: 0,
});

/** Postpones a failed row. Its due time stays unchanged. */
export const postpone = async (db: Queryable, table: WorkTable, id: string, now?: Date): Promise<void> => {
  const seconds = sql`least(${BACKOFF.first} * 2 ^ least(failures, 10), ${BACKOFF.last})`;
  await db.execute(sql`
    update ${table} set failures = failures + 1,
      claimed_until = ${at(now)} + make_interval(secs => ${seconds})
    where ${table.id} = ${id}`);
};

export interface Job {
  /** The name in the log: "… failed". */
  name: string;
  table: WorkTable;
  /** The condition of rows that still need work. */
  isWaiting: SQL;
  /** Processes a row and sets when it is due again. If it throws, the row is retried soon. */
  perform: (id: string) => Promise<void>;
}

interface Round {
  db: Queryable;
  log: Logger;
  now?: Date;
  /** Ends the round after the work in progress. */
  signal?: AbortSignal;
}

/** The provider's failure behind an error, which may already have been converted for a caller. */
const providerErrorOf = (error: unknown): unknown =>
  failureOf(error) ? error : (error as { cause?: unknown }).cause;

/**
 * Processes all due rows, a few at a time. Each is claimed when its turn comes, so several servers share the work. No
 * transaction or lock is held meanwhile. The round pauses if the provider asks for it, and ends if the provider is
 * unavailable.
 */
export const processDueRows = async ({ db, log, now, signal }: Round, job: Job): Promise<void> => {
  let failures = 0;
  let pause: Promise<unknown> = Promise.resolve();

  const recordFailure = (error: unknown): void => {
    const failure = failureOf(error);
    if (!failure || failure === 'refused' || failure === 'missing') return;
    failures += 1;
    if (failure !== 'busy') return;
    const wanted = retryAfterOf(error) ?? PAUSE.first * 2 ** (failures - 1);
    pause = sleep(Math.min(wanted, PAUSE.last), undefined, { signal }).catch(() => undefined);
  };

  const take = async (): Promise<string | undefined> => {
    await pause;
    const isOver = failures >= MAX_FAILURES || signal?.aborted;
    return isOver ? undefined : claimNext(db, job.table, job.isWaiting, now);
  };

  const work = async (first?: string): Promise<void> => {
    for (let id = first ?? (await take()); id; id = await take()) {
      try {
        await job.perform(id);
        failures = 0;
      } catch (error) {
        log.error({ err: error, id }, `${job.name} failed`);
        await postpone(db, job.table, id, now);
        recordFailure(providerErrorOf(error));
      }
    }
  };
  const first = await take();
  if (!first) return;
  const workers = [work(first), ...Array.from({ length: CONCURRENCY - 1 }, () => work())];
  // The round ends when all have ended, even if one fails, so that the next one does not overlap it.
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason;
};
