import { eq } from 'drizzle-orm';
import type { AuditAction } from '#contract/audit.ts';
import type { Transaction } from '../../database/client.ts';
import { classes } from '../../database/schema.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import type { PaymentRecord } from './payments.repository.ts';

interface Decision {
  /** The id of the admin. */
  actorId: string;
  action: Extract<AuditAction, 'payment refunded' | 'refund settled' | 'dispute decided'>;
  reason: string;
}

/** Records an admin's decision on a payment in the audit trail, which names the class and the provider's id of the payment. */
export const auditDecision = async (
  trx: Transaction,
  { id, classId, transactionId }: PaymentRecord,
  { reason, ...decision }: Decision,
): Promise<void> => {
  const [paid] = await trx.select({ title: classes.title }).from(classes).where(eq(classes.id, classId));
  await addAuditEntry(trx, {
    ...decision,
    subjectType: 'payment',
    subjectId: id,
    subjectName: `"${paid!.title}" (${transactionId})`,
    details: { reason },
  });
};
