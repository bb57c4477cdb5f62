import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Database } from '../../../database/client.ts';
import { ApiError } from '../../../http/api-error.ts';
import { isLive, REPEATED } from '../../../stripe/client.ts';
import { listPages } from '../../../stripe/list-pages.ts';
import { toApiError } from '../../../stripe/failure.ts';
import type { PaymentContext } from '../context.ts';
import { findAbsentPayments, PaymentTally, type Progress } from './absent-payments.ts';
import type { BookError } from './book-findings.repository.ts';
import { findDisputeErrors, findDisputeErrorsOf } from './compare-disputes.ts';
import { comparePayment, isYoung, readBookedPayments, sumRefunds } from './compare-payments.ts';
import { findBrokenRules, findOtherErrors } from './book-rules.ts';
import { listProviderRefunds, retrievePayment } from '../provider.ts';
import { findShopMark } from '../shop.repository.ts';

/** Collects findings, at most one per transaction: the first, because others usually follow from it. */
class Findings {
  readonly list: BookError[] = [];
  private readonly known = new Set<string>();

  add(transactionId: string, problem: string): void {
    if (this.has(transactionId)) return;
    this.known.add(transactionId);
    this.list.push({ transactionId, finding: `Payment ${transactionId}: ${problem}` });
  }

  has(transactionId: string): boolean {
    return this.known.has(transactionId);
  }

  addAll(problems: { transactionId: string; problem: string }[]): void {
    for (const { transactionId, problem } of problems) this.add(transactionId, problem);
  }
}

/**
 * Lists intents together with their refunds, so that nothing has to be kept until a separate list of refunds is read.
 */
const WITH_REFUNDS = 'latest_charge.refunds';

/**
 * The refunds of an intent that was read with them. The few intents with too many refunds to be included need a further
 * request.
 */
const refundsOf = (stripe: Stripe, { id, latest_charge: charge }: Stripe.PaymentIntent) => {
  const refunds = typeof charge === 'object' && charge?.refunds;
  return refunds && !refunds.has_more ? refunds.data : listProviderRefunds(stripe, id);
};

/** The provider's succeeded intents in pages, newest first. */
async function* succeededIntents(stripe: Stripe): AsyncGenerator<Stripe.PaymentIntent[]> {
  const parameters = { expand: [`data.${WITH_REFUNDS}`] };
  for await (const page of listPages((range) =>
    stripe.paymentIntents.list({ ...parameters, ...range }, REPEATED),
  ))
    yield page.filter(({ status }) => status === 'succeeded');
}

/** Finds a succeeded intent. Undefined if the provider has none. @throws ApiError `provider_unavailable` */
const findSucceeded = async (stripe: Stripe, id: string): Promise<Stripe.PaymentIntent | undefined> => {
  try {
    const intent = await retrievePayment(stripe, id);
    return intent.status === 'succeeded' ? intent : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
};

/** The errors of a transaction, whether or not it is in the books. @throws ApiError `provider_unavailable` */
export const findBookErrorsOf = async (
  context: PaymentContext,
  transactionId: string,
): Promise<BookError[]> => {
  const { db, stripe } = context;
  const findings = new Findings();
  const intent = await findSucceeded(stripe, transactionId);
  try {
    const refunds = intent ? await listProviderRefunds(stripe, transactionId) : [];
    const disputes = intent ? await findDisputeErrorsOf(context, transactionId) : [];
    // The books are read last, so that what is recorded meanwhile counts.
    findings.addAll(await findBrokenRules(db, isLive(stripe), transactionId));
    const booked = (await readBookedPayments(context, [transactionId])).get(transactionId);
    const difference = intent && comparePayment(intent, sumRefunds(refunds), await findShopMark(db), booked);
    if (difference) findings.add(transactionId, difference.problem);
    if (booked && !intent) findings.add(transactionId, 'is not at the provider');
    findings.addAll(disputes);
    return findings.list;
  } catch (error) {
    throw toApiError(error);
  }
};

/** Compares payments again that may have been in progress at the first comparison, once they are older. */
const compareLater = async (
  context: PaymentContext,
  doubtful: Map<string, string>,
  { findings, settling, signal }: { findings: Findings; settling: number; signal?: AbortSignal },
): Promise<void> => {
  if (doubtful.size > 0) await sleep(settling, undefined, { signal });
  for (const [transactionId, problem] of doubtful) {
    if (findings.has(transactionId)) continue;
    const still = await findBookErrorsOf(context, transactionId).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    if (still) findings.list.push(...still);
    else findings.add(transactionId, problem);
  }
};

/**
 * The errors in the books, one finding per transaction or class. The books and the provider's list are read in pages
 * that are not kept, so memory does not grow with the number of payments.
 * @param progress `settling`: the time for which a payment may be in progress, in milliseconds. If the books lack a
 *   younger one, the check waits for that time and compares it again
 */
export const findBookErrors = async (
  context: PaymentContext,
  { settling = 0, ...progress }: Progress & { settling?: number } = {},
): Promise<BookError[]> => {
  const { db, stripe } = context;
  const since = new Date();
  const findings = new Findings();
  findings.addAll(await findBrokenRules(db, isLive(stripe)));
  findings.list.push(...(await findOtherErrors(db)));
  const mark = await findShopMark(db);
  const tally = new PaymentTally();
  const doubtful = new Map<string, string>();
  for await (const page of succeededIntents(stripe)) {
    progress.signal?.throwIfAborted();
    const books = await readBookedPayments(
      context,
      page.map(({ id }) => id),
    );
    for (const intent of page) {
      const booked = books.get(intent.id);
      if (booked) tally.addListed(intent.id);
      const refunds = await refundsOf(stripe, intent);
      const difference = comparePayment(intent, sumRefunds(refunds), mark, booked);
      if (!difference) continue;
      const { problem, mayPass } = difference;
      if (mayPass && isYoung(intent, refunds, settling)) doubtful.set(intent.id, problem);
      else findings.add(intent.id, problem);
    }
    await progress.onPage?.();
  }
  for await (const page of findDisputeErrors(context)) {
    progress.signal?.throwIfAborted();
    // A dispute has no date of its last change, so its event may still be in transit.
    if (settling > 0) for (const { transactionId, problem } of page) doubtful.set(transactionId, problem);
    else findings.addAll(page);
    await progress.onPage?.();
  }
  const absent = await findAbsentPayments(context, { tally, since, ...progress });
  for (const [index, transactionId] of absent.named.entries()) {
    const isLast = index === absent.named.length - 1;
    const others = isLast && absent.more > 0 ? `, nor are at least ${absent.more} more` : '';
    findings.add(transactionId, `is not at the provider${others}`);
  }
  await compareLater(context, doubtful, { findings, settling, signal: progress.signal });
  return findings.list;
};

/**
 * Checks the books for consistency and against the provider's: each succeeded intent has exactly one enrollment or
 * refund, each enrollment its payment, each class its count, each payment its receipt and each refund its credit note,
 * with numbers without gaps. Amounts are in minor units.
 * @returns a line for each error
 */
export const checkBooks = async (db: Database, stripe: Stripe): Promise<string[]> =>
  (await findBookErrors({ db, stripe })).map(({ finding }) => finding);
