import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../database/client.ts';
import { paymentJobs } from '../../../database/schema.ts';
import { issueMissingDocuments } from '../../documents/issue-documents.ts';
import type { PaymentContext } from '../context.ts';
import { setFindings } from './book-findings.repository.ts';
import { findBookErrors } from './check-books.ts';
import { at } from '../due-rows.ts';

export const BOOKS_JOB = 'books';
/** The hour of the night (UTC) at which the books are checked. */
const CHECK_HOUR = 3;
/** Minutes without progress after which another server restarts the check. */
const CLAIM_MINUTES = 60;
/** The time within which everything about a payment settles, in milliseconds. */
const SETTLING = 120_000;

interface Context extends PaymentContext {
  now?: Date;
  /** Ends the check after the work in progress. */
  signal?: AbortSignal;
  /** The time for which a payment may be in progress, in milliseconds. */
  settling?: number;
}

/** The next time that it is that hour (UTC). */
const nextNight = (now?: Date) => {
  const hour = sql`make_interval(hours => ${CHECK_HOUR})`;
  // A day is added in UTC: in the database's time zone, it has 23 or 25 hours when the clocks change.
  return sql`(date_trunc('day', ${at(now)} at time zone 'utc' - ${hour}) + make_interval(days => 1) + ${hour}) at time zone 'utc'`;
};

/** Schedules the first check of the books for the coming night, unless one is scheduled. */
export const planBooksCheck = async (db: Database, now?: Date): Promise<void> => {
  await db
    .insert(paymentJobs)
    .values({ id: BOOKS_JOB, dueAt: nextNight(now) })
    .onConflictDoNothing();
};

/**
 * Checks the books as `npm run check:books` does, and stores the findings for the admins. If this server stops before
 * the end, another one restarts the check.
 */
export const checkBooksNightly = async ({
  db,
  stripe,
  now,
  signal,
  settling = SETTLING,
}: Context): Promise<void> => {
  const job = eq(paymentJobs.id, BOOKS_JOB);
  const claim = () =>
    db
      .update(paymentJobs)
      .set({ claimedUntil: sql`${at(now)} + make_interval(mins => ${CLAIM_MINUTES})` })
      .where(job);
  await claim();
  await issueMissingDocuments(db);
  try {
    await setFindings(db, await findBookErrors({ db, stripe }, { onPage: claim, signal, settling }));
  } catch (error) {
    if (!signal?.aborted) throw error;
    await db.update(paymentJobs).set({ claimedUntil: null }).where(job);
    return;
  }
  await db
    .update(paymentJobs)
    .set({ dueAt: nextNight(now), claimedUntil: null, failures: 0, position: at(now) })
    .where(job);
};
