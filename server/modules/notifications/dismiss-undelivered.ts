import type { Database } from '../../database/client.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { skipUndelivered } from './undelivered.repository.ts';

/**
 * Gives up undeliverable emails for good and records this in the audit trail, in one transaction. The entry names no
 * recipient, so it need not change when one deletes their account.
 * @returns the number of emails
 * @throws ApiError as `checkIsAdmin`
 */
export const dismissUndelivered = (db: Database, adminId: string, ids: string[]): Promise<number> =>
  db.transaction(async (trx) => {
    const skipped = await skipUndelivered(trx, ids);
    const [first] = skipped;
    if (first)
      await addAuditEntry(trx, {
        actorId: adminId,
        action: 'emails dismissed',
        subjectType: 'email',
        subjectId: first,
        subjectName: skipped.length === 1 ? '1 email' : `${skipped.length} emails`,
      });
    return skipped.length;
  });
