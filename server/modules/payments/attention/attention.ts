import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Attention } from '#contract/attention.ts';
import { chargedToMajor } from '#contract/charged-amounts.ts';
import { formatPrice } from '#contract/money.ts';
import type { Queryable } from '../../../database/client.ts';
import { prepareOnce } from '../../../database/prepare-once.ts';
import { classes, isUnsettled, payments, users } from '../../../database/schema.ts';
import { owedAmount } from '../../documents/returned-amount.ts';
import { isUnsettledFailure } from '../refunds/refund-status.ts';
import { keptAmount } from '../amounts.ts';
import { ANSWERABLE_DISPUTES } from '../disputes/dispute-status.ts';
import { ofMode } from '../of-mode.ts';
import { MISSING_ROW } from '../record-payment.ts';
import { ADVICE } from './advice.ts';

type Kind = Attention['kind'];

/** The advice on a mismatch that does not belong to a payment in the books, so that it cannot be read again. */
const ADVICE_WITHOUT_PAYMENT = {
  atProvider: ADVICE['missing row'],
  ofOurs: 'Compare it manually with the classes and documents, and recheck it once it is corrected.',
};

/** The kinds that are settled by paying money back. */
const OWING: Kind[] = ['refund failed', 'unsettled'];

const ADVICE_WHILE_DISPUTED =
  'Wait until the dispute is decided: until then the card provider refuses refunds, and the bank may return the money. If you have already paid it back another way, mark it as refunded.';

/** Minutes after which something that should settle by itself needs an admin. */
const GRACE_MINUTES = 10;

const quoted = (words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  );

const NO_REFUND = sql`null::uuid, null::int, null::text`;

/**
 * The single definition of what needs an admin, as rows of kind, since, deadline, what, payment_id, transaction_id,
 * event_id, refund_id, the amount that `what` is about (owed, kept or lost) with its currency, and finding_id. Payments of
 * the mode other than `live` need nobody.
 *
 * @param paymentIds an array of ids that limits the result to these payments, at a cost that does not grow with the
 *   others
 */
const attention = (live: boolean, paymentIds?: Placeholder): SQL => sql`
  with ours as not materialized (
    select * from payments p
     where ${ofMode(live, sql`p.livemode`)}
       ${paymentIds ? sql`and p.id = any(${paymentIds}::uuid[])` : sql``}),
  known as (
    select 'refund failed' as kind, coalesce(r.failed_at, p.refund_failed_at) as since, null::timestamptz as deadline,
           coalesce('The provider says: ' || r.failure_reason, 'No reason is known') as what,
           p.id as payment_id, p.transaction_id, null as event_id,
           r.id as refund_id, ${owedAmount} as amount, p.currency
      from ours p
      left join refunds r on r.payment_id = p.id and ${isUnsettledFailure} and ${owedAmount} > 0
     where p.refund_failed_at is not null
    union all
    select 'refund delayed', r.created_at, null, 'The card provider has not accepted this refund yet',
           p.id, p.transaction_id, null, ${NO_REFUND}
      from refunds r join ours p on p.id = r.payment_id
     where r.status = 'requested' and r.created_at < now() - make_interval(mins => ${GRACE_MINUTES})
    union all
    select 'unsettled', p.paid_at, null, 'The payer has received neither the class nor a refund', p.id, p.transaction_id, null,
           null, ${keptAmount(sql`p`)}, p.currency
      from ours p
     where ${isUnsettled(alias(payments, 'p'))}
       and ${keptAmount(sql`p`)} > 0 and p.refund_failed_at is null
       and not exists (select from enrollments e where e.payment_id = p.id)
    union all
    select 'dispute', p.disputed_at, p.dispute_due_by, 'The cardholder disputes this payment',
           p.id, p.transaction_id, null, ${NO_REFUND}
      from ours p where p.dispute_status is not null and p.dispute_status in (${quoted(ANSWERABLE_DISPUTES)})
    union all
    select 'dispute lost', p.disputed_at, null, 'The student still has the class',
           p.id, p.transaction_id, null, null, p.lost_amount, p.currency
      from ours p join enrollments e on e.payment_id = p.id
     where p.dispute_status is not null and p.lost_amount > 0 and p.dispute_decision is null
    union all
    (select distinct on (v.subject, v.is_missing_row)
           case when v.is_missing_row then 'missing row' else 'event' end, v.created_at, null,
           case when v.is_missing_row then v.failure else v.type || ': ' || v.failure end,
           (select p.id from payments p where p.transaction_id = v.transaction_id), v.transaction_id, v.id,
           ${NO_REFUND}
      from (select *, coalesce(transaction_id, id) as subject, failure = ${MISSING_ROW} as is_missing_row
              from payment_events) v
     where v.handled_at is null and v.failure is not null and v.livemode = ${live}
       and (v.is_missing_row or v.created_at < now() - make_interval(mins => ${GRACE_MINUTES}))
       ${paymentIds ? sql`and v.transaction_id in (select transaction_id from ours)` : sql``}
     order by v.subject, v.is_missing_row, v.created_at, v.id)
  )
  select *, null::uuid as finding_id from known
  union all
  select 'mismatch', f.created_at, null, f.finding,
         (select p.id from payments p where p.transaction_id = f.transaction_id), f.transaction_id, null,
         ${NO_REFUND}, f.id
    from book_findings f
   where not exists (select from known k where k.transaction_id = f.transaction_id)
     ${paymentIds ? sql`and f.transaction_id in (select transaction_id from ours)` : sql``}`;

const ATTENTION_COLUMNS = {
  kind: sql<Kind>`a.kind`,
  since: sql<string>`a.since`,
  deadline: sql<string | null>`a.deadline`,
  what: sql<string>`a.what`,
  paymentId: sql<string | null>`a.payment_id`,
  transactionId: sql<string | null>`a.transaction_id`,
  eventId: sql<string | null>`a.event_id`,
  refundId: sql<string | null>`a.refund_id`,
  amount: sql<number | null>`a.amount`,
  currency: sql<string | null>`a.currency`,
  findingId: sql<string | null>`a.finding_id`,
  payer: sql<string | null>`u.name`,
  title: sql<string | null>`c.title`,
  price: sql<number | null>`p.amount`,
  priceCurrency: sql<string | null>`p.currency`,
  chargedBack: sql<boolean | null>`p.charged_back`,
};

/** The entries, each with its payment. @param entries as `attention` */
const withPayments = (entries: SQL): SQL => sql`(${entries}) a
  left join ${payments} p on p.id = a.payment_id
  left join ${users} u on u.id = p.user_id
  left join ${classes} c on c.id = p.class_id`;

type AttentionRow = {
  [Name in keyof typeof ATTENTION_COLUMNS]: (typeof ATTENTION_COLUMNS)[Name]['_']['type'];
};

const adviceOn = ({ kind, paymentId, transactionId, chargedBack }: AttentionRow): string => {
  if (kind === 'mismatch' && !paymentId)
    return ADVICE_WITHOUT_PAYMENT[transactionId ? 'atProvider' : 'ofOurs'];
  return OWING.includes(kind) && chargedBack === true ? ADVICE_WHILE_DISPUTED : ADVICE[kind];
};

const presentPayment = ({ payer, title, price, priceCurrency }: AttentionRow): Pick<Attention, 'payment'> =>
  payer !== null && title !== null && price !== null && priceCurrency !== null
    ? {
        payment: { name: payer, title, price: chargedToMajor(price, priceCurrency), currency: priceCurrency },
      }
    : {};

/** Describes the amount of each kind that has one. */
const AMOUNTS: Partial<Record<Kind, (amount: string) => string>> = {
  'refund failed': (amount) => `The refund of ${amount} failed`,
  unsettled: (amount) => `${amount} was charged and kept`,
  'dispute lost': (amount) => `${amount} was lost in a dispute`,
};

const describe = ({ kind, what, amount, currency }: AttentionRow): string => {
  const about = AMOUNTS[kind];
  return about && amount !== null && currency !== null
    ? `${about(formatPrice(chargedToMajor(amount, currency), currency))}. ${what}`
    : what;
};

const present = (row: AttentionRow): Attention => ({
  kind: row.kind,
  since: new Date(row.since).toISOString(),
  ...(row.deadline && { deadline: new Date(row.deadline).toISOString() }),
  what: describe(row),
  todo: adviceOn(row),
  isDisputed: row.chargedBack === true,
  ...(row.paymentId && { paymentId: row.paymentId }),
  ...presentPayment(row),
  ...(row.transactionId && { transactionId: row.transactionId }),
  ...(row.refundId && { refundId: row.refundId }),
  ...(row.eventId && { eventId: row.eventId }),
  ...(row.findingId && { findingId: row.findingId }),
});

/** The maximum number of listed entries. The metrics count all of them, and admins handle the oldest first. */
const LISTED = 500;

/** What needs an admin, the oldest 500. `paymentIds` limits it to these payments. */
export const listAttention = async (
  db: Queryable,
  live: boolean,
  paymentIds?: string[],
): Promise<Attention[]> => {
  if (paymentIds?.length === 0) return [];
  const listed = withPayments(attention(live, paymentIds && sql.placeholder('paymentIds')));
  const query = () =>
    db
      .select(ATTENTION_COLUMNS)
      .from(listed)
      .orderBy(sql`a.since`)
      .limit(LISTED);
  const rows = await prepareOnce(db, `attention ${live} ${Boolean(paymentIds)}`, query)({ paymentIds });
  return rows.map(present);
};

/** Everything that needs an admin except the given kinds, the oldest first, in batches. */
export async function* listAllAttention(
  db: Queryable,
  live: boolean,
  except: Kind[],
): AsyncGenerator<Attention[]> {
  let rows: AttentionRow[];
  let offset = 0;
  do {
    rows = await db
      .select(ATTENTION_COLUMNS)
      .from(withPayments(attention(live)))
      .where(sql`a.kind not in (${quoted(except)})`)
      .orderBy(sql`a.since, a.kind, a.payment_id, a.transaction_id, a.event_id, a.finding_id`)
      .limit(LISTED)
      .offset(offset);
    yield rows.map(present);
    offset += LISTED;
  } while (rows.length === LISTED);
}

/** The ids of the payments that need an admin, as a query. */
export const paymentsNeedingAttention = (live: boolean): SQL =>
  sql`(select a.payment_id from (${attention(live)}) a where a.payment_id is not null)`;

/** The number of things that need an admin, by kind. */
export const countAttention = async (db: Queryable, live: boolean): Promise<Record<Kind, number>> => {
  const counts = Object.fromEntries(Object.keys(ADVICE).map((kind) => [kind, 0])) as Record<Kind, number>;
  const { rows } = await db.execute<{ kind: Kind; count: number }>(
    sql`select kind, count(*)::int as count from (${attention(live)}) a group by kind`,
  );
  for (const { kind, count } of rows) counts[kind] = count;
  return counts;
};
