import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { findListedClass, withdrawClass as withdraw } from './classes.repository.ts';

/**
 * An admin withdraws a published class. It cannot be bought from then on; a payment that is under way is refunded.
 * Enrolled students keep it, and its teacher can correct it and submit it for review again, like a rejected class.
 * @throws ApiError `not_found`, or `not_published`
 */
export const withdrawClass = (db: Database, admin: CurrentUser, id: string, reason: string): Promise<void> =>
  db.transaction(async (trx) => {
    const title = await withdraw(trx, id, { decidedBy: admin.id, reason });
    if (title === undefined) {
      if (await findListedClass(trx, id)) throw new ApiError('not_published', 'This class is not published');
      throw notFound('The class');
    }
    await addAuditEntry(trx, {
      actorId: admin.id,
      action: 'class withdrawn',
      subjectType: 'class',
      subjectId: id,
      subjectName: title,
      details: { reason },
    });
  });
