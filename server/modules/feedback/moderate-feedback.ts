import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { findModerated, setHidden } from './moderation.repository.ts';

/**
 * An admin hides feedback: it is no longer public, does not count in ratings, and cannot be replaced by its author.
 * Without a reason it is shown again.
 * @returns how many were changed: none if it is so already
 * @throws ApiError `not_found`
 */
export const moderateFeedback = (
  db: Database,
  admin: CurrentUser,
  id: string,
  reason: string | undefined,
): Promise<number> =>
  db.transaction(async (trx) => {
    const isChanged = await setHidden(trx, id, reason === undefined ? undefined : { by: admin.id, reason });
    const found = await findModerated(trx, id);
    if (!found) throw notFound('The feedback');
    if (!isChanged) return 0;
    await addAuditEntry(trx, {
      actorId: admin.id,
      action: reason === undefined ? 'feedback shown' : 'feedback hidden',
      subjectType: 'feedback',
      subjectId: id,
      subjectName: `${found.user.name} on "${found.title}"`,
      details: { reason },
    });
    return 1;
  });
