import { getTableColumns, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { payments } from '../../database/schema.ts';

/** What the books themselves must hold, whatever the provider says. Each query answers what is wrong. */
const RULES = [
  sql`select 'Payment ' || p.transaction_id || ' has no enrolment and was not given back' as finding
      from payments p where p.refunded_amount < p.amount
      and not exists (select from enrollments e where e.payment_id = p.id)`,
  sql`select 'Payment ' || p.transaction_id || ' was given back, but its enrolment goes on' as finding
      from payments p join enrollments e on e.payment_id = p.id where p.refunded_amount = p.amount`,
  sql`select 'Enrolment ' || e.id || ' is not what payment ' || p.transaction_id || ' bought' as finding
      from enrollments e join payments p on p.id = e.payment_id
      where (p.user_id, p.class_id, p.amount) <> (e.user_id, e.class_id, e.price)`,
  sql`select 'Enrolment ' || e.id || ' has a price and no payment' as finding
      from enrollments e where e.price > 0 and e.payment_id is null`,
  sql`select 'Class ' || c.id || ' counts ' || c.enroll || ' enrolments and has ' || count(e.id) as finding
      from classes c left join enrollments e on e.class_id = c.id
      group by c.id having c.enroll <> count(e.id)`,
];

interface Booked {
  amount: number;
  currency: string;
  refunded: number;
}

const readBooks = async (db: Database): Promise<Map<string, Booked>> => {
  const { transactionId, amount, currency, refundedAmount } = getTableColumns(payments);
  const rows = await db.select({ transactionId, amount, currency, refunded: refundedAmount }).from(payments);
  return new Map(rows.map(({ transactionId: id, ...booked }) => [id, booked]));
};

/** What the provider gave back of each intent, in minor units. */
const readRefunds = async (stripe: Stripe): Promise<Map<string, number>> => {
  const refunds = new Map<string, number>();
  for await (const { payment_intent: intent, amount, status } of stripe.refunds.list({ limit: 100 })) {
    if (typeof intent !== 'string' || status === 'failed' || status === 'canceled') continue;
    refunds.set(intent, (refunds.get(intent) ?? 0) + amount);
  }
  return refunds;
};

const compare = (intent: Stripe.PaymentIntent, refunded: number, booked: Booked | undefined): string[] => {
  const { id, amount_received: amount, currency, metadata } = intent;
  if (!booked) {
    // Intents without our mark are another shop's on the same account.
    return metadata.intentId
      ? [`The provider took ${amount} ${currency} for ${id}, which is not in the books`]
      : [];
  }
  const findings: string[] = [];
  if (booked.amount !== amount || booked.currency !== currency) {
    findings.push(
      `Payment ${id}: ${booked.amount} ${booked.currency} in the books, ${amount} ${currency} at the provider`,
    );
  }
  if (booked.refunded !== refunded) {
    findings.push(`Payment ${id}: ${booked.refunded} given back by the books, ${refunded} by the provider`);
  }
  return findings;
};

/**
 * Holds the books against themselves and against the provider's: each succeeded intent has exactly one
 * enrolment or refund, each enrolment its payment, each class its count. Amounts are in minor units.
 * @returns what is wrong, a line each
 */
export const checkBooks = async (db: Database, stripe: Stripe): Promise<string[]> => {
  const findings: string[] = [];
  for (const rule of RULES) {
    const { rows } = await db.execute<{ finding: string }>(rule);
    findings.push(...rows.map(({ finding }) => finding));
  }
  const books = await readBooks(db);
  const refunds = await readRefunds(stripe);
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    if (intent.status !== 'succeeded') continue;
    findings.push(...compare(intent, refunds.get(intent.id) ?? 0, books.get(intent.id)));
    books.delete(intent.id);
  }
  for (const id of books.keys()) findings.push(`Payment ${id} is not at the provider`);
  return findings;
};
