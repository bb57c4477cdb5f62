import { crc32 } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { isLive, REPEATED } from '../../stripe/client.ts';
import { failureOf } from '../../stripe/failure.ts';

interface Context {
  db: Database;
  stripe: Stripe;
}

/** How a long check is followed and ended. */
export interface Progress {
  /** Called after each page of payments. */
  onPage?: () => Promise<unknown>;
  /** Ends the check, which throws then. */
  signal?: AbortSignal;
}

/** As many counters as keep the payments of a counter few in a shop with millions, in half a megabyte. */
const COUNTERS = 65_536;

const counterOf = (transactionId: string): number => crc32(transactionId) % COUNTERS;

/**
 * Tells which payments in the books the provider's list did not have, in memory that does not grow with them: both sides
 * are counted by a hash of their ids, and only a counter on which they differ says that one is absent.
 */
export class PaymentTally {
  private readonly listed = new Uint32Array(COUNTERS);
  private readonly booked = new Uint32Array(COUNTERS);
  private difference = 0;

  /** Counts a payment of the books that the provider's list has. */
  addListed(transactionId: string): void {
    this.listed[counterOf(transactionId)]! += 1;
    this.difference -= 1;
  }

  /** Counts a payment of the books. @param isSettled whether the provider's list must have it */
  addBooked(transactionId: string, isSettled: boolean): void {
    this.booked[counterOf(transactionId)]! += 1;
    if (isSettled) this.difference += 1;
  }

  /** How many payments the provider's list lacks at least. */
  get absent(): number {
    return this.difference;
  }

  /** Whether every payment that was counted is on both sides. */
  get isEven(): boolean {
    return this.booked.every((count, counter) => count === this.listed[counter]);
  }

  /**
   * Whether the provider's list may have lacked this payment; `certain` where it had none that counts like it.
   */
  mayLack(transactionId: string): boolean | 'certain' {
    const counter = counterOf(transactionId);
    if (this.booked[counter] === this.listed[counter]) return false;
    return this.listed[counter] === 0 ? 'certain' : true;
  }
}

/** Payments of the books that are read at a time. */
const BOOKED_PAGE = 1_000;

interface BookedPayment {
  id: string;
  transactionId: string;
  /** Paid so long before the check that the provider's list must have it. */
  isSettled: boolean;
}

/** The payments in the books, of the key's mode, in pages. */
async function* bookedPayments({ db, stripe }: Context, since: Date): AsyncGenerator<BookedPayment[]> {
  const live = isLive(stripe);
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await db.execute<BookedPayment & Record<string, unknown>>(sql`
      select p.id, p.transaction_id as "transactionId",
             p.paid_at < ${since.toISOString()}::timestamptz - interval '1 minute' as "isSettled"
        from payments p
       where p.id > ${after} and coalesce(p.livemode, ${live}) = ${live}
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

/** Questions to the provider at the same time. */
const CONCURRENCY = 8;

/** Those of some payments that the provider does not have. */
const withoutIntent = async (
  stripe: Stripe,
  page: BookedPayment[],
  { tally, signal }: Pick<Progress, 'signal'> & { tally: PaymentTally },
): Promise<string[]> => {
  const absent: string[] = [];
  const left = page.values();
  const ask = async (): Promise<void> => {
    for (const { transactionId, isSettled } of left) {
      const mayLack = tally.mayLack(transactionId);
      if (!mayLack) continue;
      signal?.throwIfAborted();
      // One that was recorded since the list was read counts like one that the list lacked: the provider knows.
      const isCertain = mayLack === 'certain' && isSettled;
      if (isCertain || !(await isAtProvider(stripe, transactionId))) absent.push(transactionId);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, ask));
  return absent;
};

/** Payments that are named at most. Where more are absent, one cause has them all, such as the keys of another account. */
const MOST_NAMED = 1_000;

/**
 * Finds payments that are in the books and that the provider's list did not have: a thousand at most, for which the
 * provider is asked one by one where counting does not tell.
 * @param tally what was listed
 * @param since when the check began
 * @returns their transaction ids, and how many there are more at least
 */
export const findAbsentPayments = async (
  context: Context,
  { tally, since, onPage, signal }: Progress & { tally: PaymentTally; since: Date },
): Promise<{ named: string[]; more: number }> => {
  for await (const page of bookedPayments(context, since)) {
    for (const { transactionId, isSettled } of page) tally.addBooked(transactionId, isSettled);
  }
  const named: string[] = [];
  if (tally.isEven) return { named, more: 0 };
  for await (const page of bookedPayments(context, since)) {
    named.push(...(await withoutIntent(context.stripe, page, { tally, signal })));
    if (named.length >= MOST_NAMED) break;
    await onPage?.();
  }
  const more = named.length >= MOST_NAMED ? tally.absent - MOST_NAMED : 0;
  return { named: named.slice(0, MOST_NAMED), more: Math.max(0, more) };
};
