import { type SQL, sql } from 'drizzle-orm';
import { DEFAULT_BRAND } from '#contract/brand.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { creditedAmounts, lacksCreditNote, lacksReceipt } from './missing-documents.ts';
import { returnedAmount } from './returned-amount.ts';

/** The tax in a gross amount in minor units. The rate is in hundredths of a percent. */
const taxIn = (gross: SQL, rate: SQL): SQL =>
  sql`round((${gross})::numeric * (${rate}) / (10000 + (${rate})))::int`;

/** The seller, as currently set by the owner. */
const SELLER = sql`(
  select coalesce(nullif(s.seller_name, ''), s.company, ${DEFAULT_BRAND.company}::text) as seller_name,
         coalesce(s.seller_address, '') as seller_address,
         coalesce(s.seller_tax_number, '') as seller_tax_number,
         coalesce(s.tax_rate, 0) as tax_rate
    from (values (1)) as one (row) left join site_settings s on true)`;

/**
 * Stores documents with the next numbers of their series. The counters are locked until the transaction ends, so that
 * numbers have no gaps. Every transaction locks them in the same order, so that there are no deadlocks.
 * @param due a query of the documents' columns, without their numbers
 */
const insertDocuments = async (trx: Transaction, due: SQL): Promise<void> => {
  await trx.execute(sql`
    with due as (${due}),
    placed as (
      select due.*, extract(year from issued_at at time zone 'utc')::int as year,
             row_number() over series as place, count(*) over (partition by kind, is_live, extract(year from issued_at at time zone 'utc')) as size
        from due
      window series as (partition by kind, is_live, extract(year from issued_at at time zone 'utc')
                        order by issued_at, payment_id, refund_id)
    ),
    counted as (
      insert into document_counters as c (kind, is_live, year, last_number)
      select kind, is_live, year, count(*) from placed group by kind, is_live, year order by kind, is_live, year
      on conflict (kind, is_live, year) do update set last_number = c.last_number + excluded.last_number
      returning kind, is_live, year, last_number
    ),
    numbered as (
      select placed.*, (last_number - size + place)::int as sequence from placed join counted using (kind, is_live, year)
    )
    insert into accounting_documents (kind, is_live, year, sequence, number, payment_id, refund_id, issued_at, currency,
           gross, tax, tax_rate, title, seller_name, seller_address, seller_tax_number,
           buyer_name, buyer_email, buyer_address, buyer_tax_number)
    select kind, is_live, year, sequence,
           case when is_live then '' else 'TEST-' end || case kind when 'receipt' then 'R' when 'credit note' then 'C' else 'X' end
             || '-' || year || '-' || lpad(sequence::text, greatest(4, length(sequence::text)), '0'),
           payment_id, refund_id, issued_at, currency, gross, tax, tax_rate, title,
           seller_name, seller_address, seller_tax_number, buyer_name, buyer_email, buyer_address, buyer_tax_number
      from numbered`);
};

const given = (paymentIds: string[]): SQL => sql`any(${sql.param(paymentIds)}::uuid[])`;

/** Issues the receipts of payments, unless they have one. The caller has locked the payments. */
export const issueReceipts = (trx: Transaction, paymentIds: string[]): Promise<void> =>
  insertDocuments(
    trx,
    sql`
      select 'receipt' as kind, coalesce(p.livemode, true) as is_live, p.id as payment_id, null::uuid as refund_id,
             p.paid_at as issued_at, p.currency, p.amount as gross, ${taxIn(sql`p.amount`, sql`seller.tax_rate`)} as tax,
             seller.*, c.title, coalesce(nullif(b.name, ''), u.name) as buyer_name, p.email as buyer_email,
             coalesce(b.address, '') as buyer_address, coalesce(b.tax_number, '') as buyer_tax_number
        from payments p join classes c on c.id = p.class_id join users u on u.id = p.user_id
        left join billing_details b on b.user_id = p.user_id cross join ${SELLER} as seller
       where p.id = ${given(paymentIds)}
         and ${lacksReceipt}`,
  );

/** As precise as its column, whose year has to be that of the number. */
const NOW = sql`date_trunc('milliseconds', now())`;

/**
 * Issues a credit note for each refund that succeeded, and a cancellation for each credit note that is no longer valid.
 * Buyer, class and tax rate are those of the receipt. The tax of all credit notes of a payment is computed from their
 * sum, so that rounding never makes it differ from the receipt's. The caller has locked the payments.
 * @param at the time of issue: now or, for refunds of earlier versions, when the refund was requested
 */
export const issueCreditNotes = (
  trx: Transaction,
  paymentIds: string[],
  at: 'now' | 'then' = 'now',
): Promise<void> =>
  insertDocuments(
    trx,
    sql`
      with state as (
        select r.id as refund_id, r.payment_id, r.created_at as requested_at, ${returnedAmount} as returned,
               credited.gross as credited, credited.tax as taxed
          from refunds r cross join lateral (${creditedAmounts}) credited
         where r.payment_id = ${given(paymentIds)}
      ),
      wanted as (
        select *, 'cancellation' as kind, credited as gross, taxed as canceled_tax from state
         where credited > 0 and credited <> returned
        union all
        select *, 'credit note', returned, 0 from state where returned > 0 and credited <> returned
      ),
      standing as (
        select payment_id, coalesce(sum(credited) filter (where credited = returned), 0) as credited,
               coalesce(sum(taxed) filter (where credited = returned), 0) as taxed
          from state group by payment_id
      ),
      summed as (
        select wanted.*, standing.taxed as tax_before, row_number() over so_far as place,
               standing.credited + sum(gross) over so_far as total
          from wanted join standing using (payment_id)
        window so_far as (partition by payment_id, kind order by requested_at, refund_id)
      )
      select summed.kind, receipt.is_live, receipt.payment_id, summed.refund_id,
             ${at === 'now' ? NOW : sql`greatest(requested_at, receipt.issued_at)`} as issued_at,
             receipt.currency, summed.gross,
             case summed.kind when 'cancellation' then canceled_tax else
               greatest(0, least(summed.gross, ${taxIn(sql`total`, sql`receipt.tax_rate`)}
                 - case place when 1 then tax_before else ${taxIn(sql`total - summed.gross`, sql`receipt.tax_rate`)} end))
             end as tax,
             receipt.tax_rate, receipt.title, seller.seller_name, seller.seller_address, seller.seller_tax_number,
             receipt.buyer_name, receipt.buyer_email, receipt.buyer_address, receipt.buyer_tax_number
        from summed
        join accounting_documents receipt on receipt.payment_id = summed.payment_id and receipt.kind = 'receipt'
        cross join ${SELLER} as seller`,
  );

/** The number of payments in one step of `issueMissingDocuments`. */
const STEP = 5_000;

/**
 * Issues the missing documents of payments that an earlier version recorded, in the order of their dates. A server does
 * this before it serves requests, and every night, because servers of an earlier version may run beside it.
 */
export const issueMissingDocuments = async (db: Database): Promise<void> => {
  const step = (): Promise<number> =>
    db.transaction(async (trx) => {
      const { rows } = await trx.execute<{ id: string }>(sql`
        select p.id from payments p
         where p.id in (select p.id from payments p where ${lacksReceipt}
                        union all
                        select r.payment_id from refunds r where ${lacksCreditNote})
         order by p.paid_at, p.id limit ${STEP} for update of p`);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) {
        await issueReceipts(trx, ids);
        await issueCreditNotes(trx, ids, 'then');
      }
      return ids.length;
    });
  while ((await step()) > 0);
};
