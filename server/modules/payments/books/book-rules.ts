import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/client.ts';
import { lacksCreditNote, lacksReceipt } from '../../documents/missing-documents.ts';
import { entitlesToClass, isPaidBack, keptAmount, paidBackAmount } from '../amounts.ts';
import { ofMode } from '../of-mode.ts';
import { isSuccessful, isUnfinished } from '../refunds/refund-status.ts';
import type { BookError } from './book-findings.repository.ts';

/** The rules for the books themselves, independent of the provider. Each query returns violations. */
const RULES: SQL[] = [
  sql`select p.transaction_id, 'entitles its payer to the class, but the payer is not enrolled' as problem from payments p
      where ${entitlesToClass(sql`p`)}
      and not exists (select from enrollments e where (e.user_id, e.class_id) = (p.user_id, p.class_id))`,
  sql`select p.transaction_id, 'has no enrollment and is not refunded' as problem from payments p
      where ${keptAmount(sql`p`)} > 0
      and not exists (select from enrollments e where e.payment_id = p.id)`,
  sql`select p.transaction_id, 'is refunded, but its enrollment is still active' as problem
      from payments p join enrollments e on e.payment_id = p.id
      where ${isPaidBack(sql`p`)}`,
  sql`select p.transaction_id, 'is refunded by more than its amount' as problem from payments p
      where ${paidBackAmount(sql`p`)} > p.amount`,
  sql`select p.transaction_id, 'was lost in a dispute, and nobody has decided on its enrollment' as problem
      from payments p join enrollments e on e.payment_id = p.id
      where p.lost_amount > 0 and p.dispute_decision is null`,
  sql`select p.transaction_id, 'was lost in a dispute, and an admin ended its enrollment, but it is still active' as problem
      from payments p join enrollments e on e.payment_id = p.id where p.dispute_decision = 'ended'`,
  sql`select p.transaction_id, 'does not match enrollment ' || e.id as problem
      from enrollments e join payments p on p.id = e.payment_id
      where (p.user_id, p.class_id, p.amount) <> (e.user_id, e.class_id, e.price)`,
  sql`select p.transaction_id, 'does not add up with its refunds' as problem from payments p
      where (p.refunded_amount, p.refunding_amount) <> (
        select coalesce(sum(r.amount) filter (where ${isSuccessful}), 0),
               coalesce(sum(r.amount) filter (where ${isUnfinished}), 0)
          from refunds r where r.payment_id = p.id)`,
];
/** The rules for the documents that `documents/issue-documents.ts` issues. */
const DOCUMENT_RULES: SQL[] = [
  sql`select p.transaction_id, 'has no receipt' as problem from payments p
      where ${lacksReceipt}`,
  sql`select p.transaction_id, 'has credit notes that differ from its refunds' as problem
      from refunds r join payments p on p.id = r.payment_id
      where ${lacksCreditNote}`,
];
/** The rules that do not concern a single payment. */
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
  sql`select 'Class ' || c.id || ' has ' || c.vacated || ' released seats of deleted users, but ' || count(e.id)
             || ' of its students are deleted' as problem
      from classes c left join (enrollments e join users u on u.id = e.user_id and u.deleted_at is not null)
        on e.class_id = c.id
      group by c.id having c.vacated <> count(e.id)`,
];

interface BrokenRule {
  transactionId: string;
  problem: string;
}

/**
 * The rules that payments of a mode violate, the most significant rule first.
 * @param transactionId limits the check to this payment
 */
export const findBrokenRules = async (
  db: Database,
  live: boolean,
  transactionId?: string,
): Promise<BrokenRule[]> => {
  const only = transactionId ? sql`and p.transaction_id = ${transactionId}` : sql``;
  const found: BrokenRule[] = [];
  for (const rule of [...RULES, ...DOCUMENT_RULES]) {
    const { rows } = await db.execute<{ id: string; problem: string }>(sql`
      select p.transaction_id as id, broken.problem
        from (${rule}) broken join payments p on p.transaction_id = broken.transaction_id
       where ${ofMode(live, sql`p.livemode`)} ${only}`);
    found.push(...rows.map(({ id, problem }) => ({ transactionId: id, problem })));
  }
  return found;
};

/** The errors in classes, enrollments and the numbers of documents. */
export const findOtherErrors = async (db: Database): Promise<BookError[]> => {
  const found: BookError[] = [];
  for (const rule of OTHER_RULES) {
    const { rows } = await db.execute<{ problem: string }>(rule);
    found.push(...rows.map(({ problem }) => ({ finding: problem })));
  }
  return found;
};
