import type { Transaction } from '../../database/client.ts';
import { auditTrail } from '../../database/schema.ts';

export interface AuditEntry {
  actorId: string;
  action: 'teacher request approved' | 'teacher request rejected';
  subjectType: 'teacher request';
  subjectId: string;
  details?: Record<string, unknown>;
}

/** Writes down who did what, in the transaction that does it. */
export const addAuditEntry = async (trx: Transaction, entry: AuditEntry): Promise<void> => {
  await trx.insert(auditTrail).values(entry);
};
