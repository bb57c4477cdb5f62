import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { dismissReportsOf } from './reports.repository.ts';
import { describeSubject, lockSubject } from './subjects.ts';

/**
 * Dismisses the open reports of a text, which stays as it is. Users who have not reported it yet still can. The audit
 * trail records the dismissal.
 * @returns 1, or 0 if there was no open report
 * @throws ApiError `not_found` if nobody has ever reported it
 */
export const dismissReports = (db: Database, admin: CurrentUser, id: string): Promise<number> =>
  db.transaction(async (trx) => {
    await lockSubject(trx, id);
    const found = await dismissReportsOf(trx, id);
    if (!found) throw notFound('The report');
    const subject = await describeSubject(trx, found.type, id);
    if (found.dismissed === 0 || !subject) return 0;
    await addAuditEntry(trx, { actorId: admin.id, action: 'reports dismissed', ...subject });
    return 1;
  });
