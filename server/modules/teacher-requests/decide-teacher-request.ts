import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { makeTeacher } from '../users/users.repository.ts';
import { decideRequest, requestExists } from './teacher-requests.repository.ts';

interface Decision {
  status: 'approve' | 'rejected';
  reason?: string;
}

/**
 * Approves or rejects a pending request, in one transaction with the change of the user's role and the entry in the audit
 * trail.
 * @throws ApiError `not_found`, or `not_pending` if it has already been reviewed
 */
export const decideTeacherRequest = (
  db: Database,
  admin: CurrentUser,
  id: string,
  { status, reason }: Decision,
): Promise<void> =>
  db.transaction(async (trx) => {
    const request = await decideRequest(trx, id, { status, decidedBy: admin.id, reason });
    if (!request) {
      if (await requestExists(trx, id))
        throw new ApiError('not_pending', 'This request has already been reviewed');
      throw notFound('The request');
    }
    if (status === 'approve') await makeTeacher(trx, request.userId);
    await addAuditEntry(trx, {
      actorId: admin.id,
      action: status === 'approve' ? 'teacher request approved' : 'teacher request rejected',
      subjectType: 'teacher request',
      subjectId: id,
      subjectName: request.name,
      details: reason ? { reason } : {},
    });
  });
