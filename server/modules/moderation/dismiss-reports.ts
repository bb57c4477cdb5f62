import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { dismissReportsOf } from './reports.repository.ts';
import { describeSubject, lockSubject, requireSeen } from './subjects.ts';

/**
 * Dismisses the open reports of a text, which stays as it is. Users who have not reported it yet still can, and everybody
 * once it has changed. The audit trail records the dismissal.
 * @param seen when the text that the admin has read was changed
 * @returns 1, or 0 if there was no open report
 * @throws ApiError `not_found` if nobody has ever reported it, or `edit_conflict` with the stored text if it has
 *   changed since
 */
export const dismissReports = (db: Database, admin: CurrentUser, id: string, seen: string): Promise<number> =>
  db.transaction(async (trx) => {
    const stored = await lockSubject(trx, id);
    const found = await dismissReportsOf(trx, id);
    if (!found || !stored) throw notFound('The report');
    if (found.dismissed > 0) requireSeen(stored, seen);
    const subject = await describeSubject(trx, found.type, id);
    if (found.dismissed === 0 || !subject) return 0;
    await addAuditEntry(trx, { actorId: admin.id, action: 'reports dismissed', ...subject });
    return 1;
  });
