import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../database/client.ts';
import { classes, isPublished } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { decide, decidePending, type Reviewed, type Verdict } from '../review/decide.ts';
import { isListed, isSubmitted } from './classes.repository.ts';
import { endOffers } from './seats.ts';
import { recordVersion } from './versions.repository.ts';

const REVIEWED: Reviewed = {
  table: classes,
  type: 'class',
  noun: 'class',
  name: classes.title,
  owner: classes.teacherId,
  notice: ({ id, name, owner, action, reason = null, decidedAt }) => ({
    userId: owner,
    kind: action as 'class approved' | 'class rejected' | 'class withdrawn',
    subject: `${id} ${decidedAt}`,
    data: { classId: id, title: name, reason },
  }),
  visible: and(isListed, isSubmitted),
};

/** Requires a pending class, which stays locked, to be as the admin has seen it. */
const requireRevision = async (trx: Transaction, id: string, seen: number | undefined): Promise<void> => {
  const [found] = await trx
    .select({ status: classes.status, revision: classes.revision })
    .from(classes)
    .where(eq(classes.id, id))
    .for('no key update');
  if (seen === undefined || found?.status !== 'Pending' || found.revision === seen) return;
  throw new ApiError('edit_conflict', 'The teacher has edited this class. Please look at it again.', {
    current: { revision: found.revision },
  });
};

interface ClassVerdict extends Verdict {
  /** The revision that the admin has seen. Default: the current one. */
  revision?: number;
}

/**
 * Approves or rejects a pending class. An approval adds a version to its history.
 * @throws ApiError `not_found`, `not_pending` if it has already been reviewed, or `edit_conflict` if the teacher has
 *   changed it since the given revision
 */
export const decideClass = (
  db: Database,
  admin: CurrentUser,
  id: string,
  { revision, ...verdict }: ClassVerdict,
): Promise<void> =>
  decidePending(db, admin, REVIEWED, id, verdict, async (trx) => {
    await requireRevision(trx, id, revision);
    if (verdict.status === 'approve') await recordVersion(trx, id, admin.id);
  });

/**
 * Withdraws a published class on behalf of an admin. It can no longer be bought; a payment in progress is refunded.
 * Enrolled students keep it, and its teacher can correct it and submit it for review again, like a rejected class. Seats
 * that are reserved for its waiting list are offered again when it is published again.
 * @throws ApiError `not_found`, or `not_published`
 */
export const withdrawClass = (db: Database, admin: CurrentUser, id: string, reason: string): Promise<void> =>
  db.transaction(async (trx) => {
    await decide(trx, admin, REVIEWED, id, {
      status: 'rejected',
      reason,
      action: 'class withdrawn',
      on: isPublished(classes),
      changes: { withdrawnAt: sql`now()` },
      refusal: new ApiError('not_published', 'This class is not published'),
    });
    await endOffers(trx, id);
  });
