import { sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { classes, isPublished } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { decide, decidePending, type Reviewed, type Verdict } from '../review/decide.ts';
import { isListed } from './classes.repository.ts';
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
  visible: isListed,
};

/**
 * Approves or rejects a pending class. An approval adds a version to its history.
 * @throws ApiError `not_found`, or `not_pending` if it has already been reviewed
 */
export const decideClass = (db: Database, admin: CurrentUser, id: string, verdict: Verdict): Promise<void> =>
  decidePending(db, admin, REVIEWED, id, verdict, (trx) => recordVersion(trx, id, admin.id));

/**
 * Withdraws a published class on behalf of an admin. It can no longer be bought; a payment in progress is refunded.
 * Enrolled students keep it, and its teacher can correct it and submit it for review again, like a rejected class.
 * @throws ApiError `not_found`, or `not_published`
 */
export const withdrawClass = (db: Database, admin: CurrentUser, id: string, reason: string): Promise<void> =>
  db.transaction((trx) =>
    decide(trx, admin, REVIEWED, id, {
      status: 'rejected',
      reason,
      action: 'class withdrawn',
      on: isPublished(classes),
      changes: { withdrawnAt: sql`now()` },
      refusal: new ApiError('not_published', 'This class is not published'),
    }),
  );
