import { type SQL, sql } from 'drizzle-orm';
import { returnedAmount } from './returned-amount.ts';

/** SQL: whether a payment `p` has no receipt. */
export const lacksReceipt: SQL = sql`not exists (
  select from accounting_documents d where d.payment_id = p.id and d.kind = 'receipt')`;

/** SQL: an amount of documents in minor units, negative for cancellations. */
const signed = (column: SQL): SQL => sql`case d.kind when 'cancellation' then -${column} else ${column} end`;

/** SQL: the amounts of the credit notes and cancellations of a refund `r`, in minor units: `gross` and `tax`. */
export const creditedAmounts: SQL = sql`
  select coalesce(sum(${signed(sql`d.gross`)}), 0)::int as gross, coalesce(sum(${signed(sql`d.tax`)}), 0)::int as tax
    from accounting_documents d where d.refund_id = r.id`;

/** SQL: whether the credit notes of a refund `r` differ from what the payer has received. */
export const lacksCreditNote: SQL = sql`
  ${returnedAmount} <> (select credited.gross from (${creditedAmounts}) credited)`;
