import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { decideClass as decide, findListedClass } from './classes.repository.ts';

interface Decision {
  status: 'approve' | 'rejected';
  reason?: string;
}

/**
 * Approves or rejects a pending class, and writes it down.
 * @throws ApiError `not_found`, or `not_pending` where it was decided already
 */
export const decideClass = (
  db: Database,
  admin: CurrentUser,
  id: string,
  { status, reason }: Decision,
): Promise<void> =>
  db.transaction(async (trx) => {
    const title = await decide(trx, id, { status, decidedBy: admin.id, reason });
    if (title === undefined) {
      if (await findListedClass(trx, id))
        throw new ApiError('not_pending', 'This class has already been reviewed');
      throw notFound('The class');
    }
    await addAuditEntry(trx, {
      actorId: admin.id,
      action: status === 'approve' ? 'class approved' : 'class rejected',
      subjectType: 'class',
      subjectId: id,
      subjectName: title,
      details: { reason },
    });
  });
