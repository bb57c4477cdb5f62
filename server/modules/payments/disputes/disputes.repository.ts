import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/client.ts';
import { disputes, payments } from '../../../database/schema.ts';
import { ANSWERABLE_DISPUTES, FINAL_DISPUTES, INQUIRY } from './dispute-status.ts';

export type DisputeRecord = typeof disputes.$inferSelect;

/** The id in the books of a dispute that was stored before disputes had ids. */
const idBeforeIds = (transactionId: string): string => `dispute of ${transactionId}`;

/** SQL: the same. @param transactionId a column */
export const idBeforeIdsOf = (transactionId: SQL): SQL => sql`'dispute of ' || ${transactionId}`;

/** A dispute of a transaction, also if it was stored before disputes had ids. */
export const findDispute = async (
  trx: Transaction,
  id: string,
  transactionId: string,
): Promise<DisputeRecord | undefined> => {
  const [dispute] = await trx
    .select()
    .from(disputes)
    .where(inArray(disputes.id, [id, idBeforeIds(transactionId)]));
  return dispute;
};

/** Stores a dispute of a payment that the transaction has locked. */
export const upsertDispute = async (
  trx: Transaction,
  dispute: DisputeRecord,
  transactionId: string,
): Promise<void> => {
  await trx
    .delete(disputes)
    .where(and(eq(disputes.paymentId, dispute.paymentId), eq(disputes.id, idBeforeIds(transactionId))));
  const { status, amount, dueBy } = dispute;
  await trx
    .insert(disputes)
    .values(dispute)
    .onConflictDoUpdate({ target: disputes.id, set: { status, amount, dueBy } });
  await countDisputes(trx, dispute.paymentId);
};

const isOneOf = (statuses: string[]): SQL => sql`d.status = any(${sql.param(statuses)}::text[])`;

/**
 * Updates the dispute columns of a payment: the amount of all lost disputes, whether a chargeback is undecided, and the
 * status of the most urgent dispute. That is the one with the earliest deadline for evidence, otherwise an undecided one, a
 * lost one, or the latest.
 */
const countDisputes = async (trx: Transaction, paymentId: string): Promise<void> => {
  await trx.execute(sql`
    update ${payments} p set
      lost_amount = least(p.amount, sums.lost), charged_back = sums.charged_back,
      dispute_status = urgent.status, disputed_at = urgent.opened_at, dispute_due_by = urgent.due_by
    from (select coalesce(sum(d.amount) filter (where d.status = 'lost'), 0)::int as lost,
                 coalesce(bool_or(not starts_with(d.status, ${INQUIRY}) and not ${isOneOf(FINAL_DISPUTES)}), false) as charged_back
            from ${disputes} d where d.payment_id = ${paymentId}) sums,
         (select * from ${disputes} d where d.payment_id = ${paymentId}
           order by ${isOneOf(ANSWERABLE_DISPUTES)} desc, ${isOneOf(FINAL_DISPUTES)}, d.status = 'lost' desc,
                    case when ${isOneOf(ANSWERABLE_DISPUTES)} then d.due_by end nulls last, d.opened_at desc, d.id
           limit 1) urgent
    where p.id = ${paymentId}`);
};
