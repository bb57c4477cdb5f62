import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/client.ts';
import { disputes, payments } from '../../../database/schema.ts';
import { ANSWERABLE_DISPUTES, FINAL_DISPUTES } from './dispute-status.ts';

export type DisputeRecord = typeof disputes.$inferSelect;

/** The id in the books of a dispute that was stored before disputes had ids. */
const idBeforeIds = (transactionId: string): string => `dispute of ${transactionId}`;

export const findDispute = async (trx: Transaction, id: string): Promise<DisputeRecord | undefined> => {
  const [dispute] = await trx.select().from(disputes).where(eq(disputes.id, id));
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
 * Updates the dispute columns of a payment: the amount of all lost disputes, and the status of the most urgent one. That is
 * the one with the earliest deadline for evidence, otherwise an undecided one, a lost one, or the latest.
 */
const countDisputes = async (trx: Transaction, paymentId: string): Promise<void> => {
  await trx.execute(sql`
    update ${payments} p set
      lost_amount = least(p.amount, lost.amount),
      dispute_status = urgent.status, disputed_at = urgent.opened_at, dispute_due_by = urgent.due_by
    from (select coalesce(sum(d.amount) filter (where d.status = 'lost'), 0)::int as amount
            from ${disputes} d where d.payment_id = ${paymentId}) lost,
         (select * from ${disputes} d where d.payment_id = ${paymentId}
           order by ${isOneOf(ANSWERABLE_DISPUTES)} desc, ${isOneOf(FINAL_DISPUTES)}, d.status = 'lost' desc,
                    case when ${isOneOf(ANSWERABLE_DISPUTES)} then d.due_by end nulls last, d.opened_at desc, d.id
           limit 1) urgent
    where p.id = ${paymentId}`);
};
