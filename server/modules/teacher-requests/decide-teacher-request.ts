import type { Database } from '../../database/client.ts';
import { teacherRequests } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { decidePending, type Reviewed, type Verdict } from '../review/decide.ts';
import { makeTeacher } from '../users/users.repository.ts';
import { findApplicantId } from './teacher-requests.repository.ts';

const REVIEWED: Reviewed = {
  table: teacherRequests,
  type: 'teacher request',
  noun: 'request',
  name: teacherRequests.name,
  owner: teacherRequests.userId,
  notice: ({ id, owner, action, reason = null }) => ({
    userId: owner,
    kind: action as 'teacher request approved' | 'teacher request rejected',
    subject: id,
    data: { reason },
  }),
};

/**
 * Approves or rejects a pending request, in one transaction with the change of the user's role.
 * @throws ApiError `not_found`, or `not_pending` if it has already been reviewed
 */
export const decideTeacherRequest = (
  db: Database,
  admin: CurrentUser,
  id: string,
  verdict: Verdict,
): Promise<void> =>
  decidePending(db, admin, REVIEWED, id, verdict, async (trx) => {
    if (verdict.status !== 'approve') return;
    const applicantId = await findApplicantId(trx, id);
    if (applicantId) await makeTeacher(trx, applicantId);
  });
