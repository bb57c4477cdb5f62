import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../database/client.ts';
import { classChanges, classes } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { decide, type Verdict } from '../review/decide.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { deletePendingChange, findChange, findClassOfChange } from './changes.repository.ts';
import { recordVersion } from './versions.repository.ts';

interface ChangeVerdict extends Verdict {
  /** The version of the change that was reviewed. */
  version: number;
}

/** Locks the class of a change. Every update and decision does this first. */
const lockClassOfChange = async (trx: Transaction, changeId: string) => {
  const found = await findClassOfChange(trx, changeId);
  if (!found) throw notFound('The change');
  await lockAgainstDeletion(trx, found.teacherId);
  const [locked] = await trx.select().from(classes).where(eq(classes.id, found.id)).for('no key update');
  const change = await findChange(trx, changeId);
  if (!locked || !change) throw notFound('The change');
  if (change.status !== 'Pending') throw new ApiError('not_pending', 'This change has already been reviewed');
  return { locked, change };
};

/**
 * Approves or rejects a change to a published class. An approval publishes it in the same transaction.
 * @throws ApiError `not_found` if the teacher has withdrawn it, `not_pending`, `not_published`, or `edit_conflict` if
 *   the change or the class is no longer what the admin reviewed
 */
export const decideChange = (
  db: Database,
  admin: CurrentUser,
  id: string,
  { version, status, reason }: ChangeVerdict,
): Promise<void> =>
  db.transaction(async (trx) => {
    const { locked, change } = await lockClassOfChange(trx, id);
    if (locked.status !== 'approve' || locked.hiddenAt)
      throw new ApiError('not_published', 'This class is not published');
    if (change.version !== version)
      throw new ApiError('edit_conflict', 'The teacher has edited this change. Please look at it again.', {
        current: { version: change.version },
      });
    const isApproved = status === 'approve';
    const title = (isApproved && change.title) || locked.title;
    await decide(
      trx,
      admin,
      {
        table: classChanges,
        type: 'class change',
        noun: 'change',
        name: sql`${title}::text`,
        owner: sql`${locked.teacherId}::uuid`,
        notice: ({ name, owner, reason: why = null }) => ({
          userId: owner,
          kind: isApproved ? 'class change approved' : 'class change rejected',
          subject: id,
          data: { classId: locked.id, title: name, reason: why },
        }),
      },
      id,
      {
        status,
        reason,
        action: isApproved ? 'class change approved' : 'class change rejected',
        on: eq(classChanges.status, 'Pending'),
        refusal: new ApiError('not_pending', 'This change has already been reviewed'),
      },
    );
    if (!isApproved) return;
    await trx
      .update(classes)
      .set({
        title,
        price: change.price ?? locked.price,
        description: change.description ?? locked.description,
        revision: sql`${classes.revision} + 1`,
        decidedAt: sql`now()`,
        decidedBy: admin.id,
      })
      .where(eq(classes.id, locked.id));
    await recordVersion(trx, locked.id, admin.id);
  });

/**
 * A teacher withdraws a change that they proposed.
 * @throws ApiError `not_found`, `forbidden` if another teacher owns the class, or `not_pending`
 */
export const withdrawChange = (db: Database, teacher: CurrentUser, id: string): Promise<void> =>
  db.transaction(async (trx) => {
    const found = await findClassOfChange(trx, id);
    if (found && found.teacherId !== teacher.id)
      throw new ApiError('forbidden', 'This class belongs to another teacher');
    const { locked } = await lockClassOfChange(trx, id);
    await deletePendingChange(trx, locked.id);
  });
