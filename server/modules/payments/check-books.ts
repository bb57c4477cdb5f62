import { type SQL, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { isLive } from '../../stripe/client.ts';
import { toApiError } from '../../stripe/failure.ts';
import { returnedAmount } from '../documents/settled-elsewhere.ts';
import type { BookError } from './book-findings.repository.ts';
import { IS_ENDED, LOST } from './dispute-status.ts';
import { listProviderRefunds, retrievePayment } from './provider.ts';
import { isActive, statusOf } from './refund-status.ts';
import { findShopMark } from './shop.repository.ts';

interface Context {
  db: Database;
  stripe: Stripe;
}

/** What the books themselves must hold, whatever the provider says. Each query answers what is wrong. */
const RULES: SQL[] = [
  sql`select p.transaction_id, 'has no enrollment and is not refunded' as problem from payments p
      where p.refunded_amount + p.refunding_amount + p.refunded_elsewhere + ${LOST} < p.amount
      and not ${IS_ENDED}
      and not exists (select from enrollments e where e.payment_id = p.id)`,
  sql`select p.transaction_id, 'is refunded, but its enrollment goes on' as problem
      from payments p join enrollments e on e.payment_id = p.id
      where p.refunded_amount + p.refunded_elsewhere >= p.amount`,
  sql`select p.transaction_id, 'was lost in a dispute, and nobody has decided on its enrollment' as problem
      from payments p join enrollments e on e.payment_id = p.id
      where p.dispute_status = 'lost' and p.dispute_decision is null`,
  sql`select p.transaction_id, 'was lost in a dispute and its enrollment ended, but it goes on' as problem
      from payments p join enrollments e on e.payment_id = p.id where p.dispute_decision = 'ended'`,
  sql`select p.transaction_id, 'bought something else than enrollment ' || e.id as problem
      from enrollments e join payments p on p.id = e.payment_id
      where (p.user_id, p.class_id, p.amount) <> (e.user_id, e.class_id, e.price)`,
  sql`select p.transaction_id, 'does not add up with its refunds' as problem from payments p
      where (p.refunded_amount, p.refunding_amount) <> (
        select coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0),
               coalesce(sum(r.amount) filter (where r.status in ('requested', 'pending', 'requires_action')), 0)
          from refunds r where r.payment_id = p.id)`,
];
/** What documents are issued for, in `documents/issue-documents.ts`. */
const DOCUMENT_RULES: SQL[] = [
  sql`select p.transaction_id, 'has no receipt' as problem from payments p
      where not exists (select from accounting_documents d where d.payment_id = p.id and d.kind = 'receipt')`,
  sql`select p.transaction_id, 'has credit notes that differ from its refunds' as problem
      from refunds r join payments p on p.id = r.payment_id
      where ${returnedAmount} <> coalesce((
        select sum(case d.kind when 'cancellation' then -d.gross else d.gross end)
          from accounting_documents d where d.refund_id = r.id), 0)`,
];
const OTHER_RULES: SQL[] = [
  sql`select 'The numbers of ' || case when c.is_live then '' else 'test ' end || c.kind || 's of ' || c.year
             || ' have gaps: the last is ' || c.last_number || ', and there are ' || count(d.id) as problem
      from document_counters c
      left join accounting_documents d on (d.kind, d.is_live, d.year) = (c.kind, c.is_live, c.year)
      group by c.kind, c.is_live, c.year, c.last_number
      having c.last_number <> count(d.id) or c.last_number <> max(d.sequence)`,
  sql`select 'Enrollment ' || e.id || ' has a price and no payment' as problem
      from enrollments e where e.price > 0 and e.payment_id is null`,
  sql`select 'Class ' || c.id || ' counts ' || c.enroll || ' enrollments and has ' || count(e.id) as problem
      from classes c left join enrollments e on e.class_id = c.id
      group by c.id having c.enroll <> count(e.id)`,
];

/** In minor units: what is back with the payer, and what is on its way. */
interface Refunded {
  back: number;
  coming: number;
}

interface Booked extends Refunded {
  amount: number;
  currency: string;
}

type Books = Map<string, Booked>;

/** At most one finding a transaction, the first: others follow from it. */
class Findings {
  readonly list: BookError[] = [];
  private readonly known = new Set<string>();

  add(transactionId: string, problem: string): void {
    if (this.known.has(transactionId)) return;
    this.known.add(transactionId);
    this.list.push({ transactionId, finding: `Payment ${transactionId}: ${problem}` });
  }
}

/** The books of the mode that the key is for: the provider knows nothing of the other. */
const readBooks = async ({ db, stripe }: Context, transactionId?: string): Promise<Books> => {
  const only = transactionId ? sql`and p.transaction_id = ${transactionId}` : sql``;
  const live = isLive(stripe);
  const { rows } = await db.execute<Booked & { id: string } & Record<string, unknown>>(sql`
    select p.transaction_id as id, p.amount, p.currency, p.refunded_amount as back,
           coalesce((select sum(r.amount) from refunds r
                      where r.payment_id = p.id and r.status in ('pending', 'requires_action')), 0)::int as coming
      from payments p where coalesce(p.livemode, ${live}) = ${live} ${only}`);
  return new Map(rows.map(({ id, ...booked }) => [id, booked]));
};

const sumOf = (refunds: Stripe.Refund[]): Refunded => {
  const sum: Refunded = { back: 0, coming: 0 };
  for (const refund of refunds) {
    const status = statusOf(refund);
    if (isActive({ status })) sum[status === 'succeeded' ? 'back' : 'coming'] += refund.amount;
  }
  return sum;
};

/** The provider's refunds by intent. */
const readRefunds = async (stripe: Stripe): Promise<Map<string, Stripe.Refund[]>> => {
  const refunds = new Map<string, Stripe.Refund[]>();
  for await (const refund of stripe.refunds.list({ limit: 100 })) {
    const { payment_intent: intent } = refund;
    if (typeof intent !== 'string') continue;
    refunds.set(intent, [...(refunds.get(intent) ?? []), refund]);
  }
  return refunds;
};

/** How a succeeded intent and its refunds differ from the books, if they do. Amounts are in minor units. */
const compare = (
  { amount_received: amount, currency, metadata }: Stripe.PaymentIntent,
  refunded: Refunded,
  mark: string,
  booked?: Booked,
): string | undefined => {
  if (!booked) {
    // Intents without our mark are another shop's on the same account.
    return metadata.shop === mark && refunded.back < amount
      ? `the provider took ${amount} ${currency}, which is not in the books`
      : undefined;
  }
  if (booked.amount !== amount || booked.currency !== currency) {
    return `${booked.amount} ${booked.currency} in the books, ${amount} ${currency} at the provider`;
  }
  if (booked.back !== refunded.back || booked.coming !== refunded.coming) {
    return (
      `${booked.back} refunded and ${booked.coming} pending in the books, ` +
      `${refunded.back} and ${refunded.coming} at the provider`
    );
  }
  return undefined;
};

const checkRules = async (db: Database, books: Books, findings: Findings): Promise<void> => {
  for (const rule of [...RULES, ...DOCUMENT_RULES]) {
    const { rows } = await db.execute<{ transaction_id: string; problem: string }>(rule);
    for (const { transaction_id: id, problem } of rows) if (books.has(id)) findings.add(id, problem);
  }
};

/** What is wrong with one transaction. @throws ApiError `provider_unavailable` */
export const findBookErrorsOf = async (context: Context, transactionId: string): Promise<BookError[]> => {
  const findings = new Findings();
  const books = await readBooks(context, transactionId);
  await checkRules(context.db, books, findings);
  const booked = books.get(transactionId);
  if (!booked) return findings.list;
  const intent = await retrievePayment(context.stripe, transactionId);
  const refunds = await listProviderRefunds(context.stripe, transactionId).catch((error: unknown) => {
    throw toApiError(error);
  });
  const problem = compare(intent, sumOf(refunds), await findShopMark(context.db), booked);
  if (problem) findings.add(transactionId, problem);
  return findings.list;
};

/** What is wrong with the books, a finding for each transaction or class. */
export const findBookErrors = async (context: Context): Promise<BookError[]> => {
  const { db, stripe } = context;
  const findings = new Findings();
  const books = await readBooks(context);
  await checkRules(db, books, findings);
  for (const rule of OTHER_RULES) {
    const { rows } = await db.execute<{ problem: string }>(rule);
    findings.list.push(...rows.map(({ problem }) => ({ finding: problem })));
  }
  const refunds = await readRefunds(stripe);
  const mark = await findShopMark(db);
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    if (intent.status !== 'succeeded') continue;
    const problem = compare(intent, sumOf(refunds.get(intent.id) ?? []), mark, books.get(intent.id));
    if (problem) findings.add(intent.id, problem);
    books.delete(intent.id);
  }
  for (const id of books.keys()) findings.add(id, 'is not at the provider');
  return findings.list;
};

/**
 * Holds the books against themselves and against the provider's: each succeeded intent has exactly one
 * enrollment or refund, each enrollment its payment, each class its count, each payment its receipt and each refund its
 * credit note, with numbers without gaps. Amounts are in minor units.
 * @returns what is wrong, a line each
 */
export const checkBooks = async (db: Database, stripe: Stripe): Promise<string[]> =>
  (await findBookErrors({ db, stripe })).map(({ finding }) => finding);
