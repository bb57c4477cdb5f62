import { crc32 } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { LOWEST_ID } from '../../../database/paging.ts';
import { isLive, REPEATED } from '../../../stripe/client.ts';
import { failureOf } from '../../../stripe/failure.ts';
import type { PaymentContext } from '../context.ts';
import { ofMode } from '../of-mode.ts';

/** How a long check reports its progress and is aborted. */
export interface Progress {
  /** Called after each page of payments. */
  onPage?: () => Promise<unknown>;
  /** Aborts the check, which then throws. */
  signal?: AbortSignal;
}

/**
 * The number of counters. Even in a shop with millions of payments, few share a counter; the counters take half a
 * megabyte.
 */
const COUNTERS = 65_536;

const counterOf = (transactionId: string): number => crc32(transactionId) % COUNTERS;

/**
 * Finds payments in the books that the provider's list lacks, with constant memory: both sides are counted by a hash of
 * their ids, and only a difference between two counters reveals an absent payment.
 */
export class PaymentTally {
  private readonly listed = new Uint32Array(COUNTERS);
  private readonly booked = new Uint32Array(COUNTERS);
  private difference = 0;

  /** Counts a payment of the provider's list that is in the books. */
  addListed(transactionId: string): void {
    this.listed[counterOf(transactionId)]! += 1;
    this.difference -= 1;
  }

  /** Counts a payment of the books. @param isSettled whether the provider's list must have it */
  addBooked(transactionId: string, isSettled: boolean): void {
    this.booked[counterOf(transactionId)]! += 1;
    if (isSettled) this.difference += 1;
  }

  /** The minimum number of payments that the provider's list lacks. */
  get absent(): number {
    return this.difference;
  }

  /** Whether every payment that was counted is on both sides. */
  get hasSameCounts(): boolean {
    return this.booked.every((count, counter) => count === this.listed[counter]);
  }

  /** Whether the provider's list may lack this payment; `certain` if it has none with the same hash. */
  mayBeAbsent(transactionId: string): boolean | 'certain' {
    const counter = counterOf(transactionId);
    if (this.booked[counter] === this.listed[counter]) return false;
    return this.listed[counter] === 0 ? 'certain' : true;
  }
}

/** The number of payments of the books that are read at a time. */
const BOOKED_PAGE = 1_000;

interface BookedPayment {
  id: string;
  transactionId: string;
  /** Whether it was paid long enough before the check for the provider's list to have it. */
  isSettled: boolean;
}

/** The payments in the books, of the key's mode, in pages. */
async function* bookedPayments({ db, stripe }: PaymentContext, since: Date): AsyncGenerator<BookedPayment[]> {
  const live = isLive(stripe);
  let after = LOWEST_ID;
  for (;;) {
    const { rows } = await db.execute<BookedPayment & Record<string, unknown>>(sql`
      select p.id, p.transaction_id as "transactionId",
             p.paid_at < ${since.toISOString()}::timestamptz - interval '1 minute' as "isSettled"
        from payments p
       where p.id > ${after} and ${ofMode(live, sql`p.livemode`)}
       order by p.id limit ${BOOKED_PAGE}`);
    yield rows;
    if (rows.length < BOOKED_PAGE) return;
    after = rows.at(-1)!.id;
  }
}

/** Whether the provider has a succeeded intent of this id. */
const isAtProvider = async (stripe: Stripe, transactionId: string): Promise<boolean> => {
  try {
    return (await stripe.paymentIntents.retrieve(transactionId, undefined, REPEATED)).status === 'succeeded';
  } catch (error) {
    if (failureOf(error) === 'missing') return false;
    throw error;
  }
};

/** The number of concurrent requests to the provider. */
const CONCURRENCY = 8;

/** The payments that the provider does not have. */
const withoutIntent = async (
  stripe: Stripe,
  page: BookedPayment[],
  { tally, signal }: Pick<Progress, 'signal'> & { tally: PaymentTally },
): Promise<string[]> => {
  const absent: string[] = [];
  const left = page.values();
  const ask = async (): Promise<void> => {
    for (const { transactionId, isSettled } of left) {
      const mayBeAbsent = tally.mayBeAbsent(transactionId);
      if (!mayBeAbsent) continue;
      signal?.throwIfAborted();
      // A payment that was recorded after the list was read looks like one that the list lacks, so the provider is
      // asked.
      const isCertain = mayBeAbsent === 'certain' && isSettled;
      if (isCertain || !(await isAtProvider(stripe, transactionId))) absent.push(transactionId);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, ask));
  return absent;
};

/**
 * The maximum number of payments that are named. If more are absent, they have a common cause, such as the keys of
 * another account.
 */
const MAX_NAMED = 1_000;

/**
 * Finds payments that are in the books but not in the provider's list: at most a thousand. The provider is asked about
 * each one that the counters alone cannot decide.
 * @param tally the counted list
 * @param since when the check started
 * @returns their transaction ids, and the minimum number of further ones
 */
export const findAbsentPayments = async (
  context: PaymentContext,
  { tally, since, onPage, signal }: Progress & { tally: PaymentTally; since: Date },
): Promise<{ named: string[]; more: number }> => {
  for await (const page of bookedPayments(context, since)) {
    for (const { transactionId, isSettled } of page) tally.addBooked(transactionId, isSettled);
  }
  const named: string[] = [];
  if (tally.hasSameCounts) return { named, more: 0 };
  for await (const page of bookedPayments(context, since)) {
    named.push(...(await withoutIntent(context.stripe, page, { tally, signal })));
    if (named.length >= MAX_NAMED) break;
    await onPage?.();
  }
  const more = named.length >= MAX_NAMED ? tally.absent - MAX_NAMED : 0;
  return { named: named.slice(0, MAX_NAMED), more: Math.max(0, more) };
};
