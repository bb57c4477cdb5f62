import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../database/client.ts';
import { teacherBios, users } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { editConflict, isSameMoment } from '../../http/edit-conflict.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';

interface Hiding {
  reason?: string;
  /** When the text that the admin has read was changed. Default: whatever is stored is hidden. */
  changedAt?: string;
}

/** Locks a text against changes by its teacher until the transaction ends. */
const lockBio = async (trx: Transaction, teacherId: string) => {
  const [row] = await trx
    .select()
    .from(teacherBios)
    .where(eq(teacherBios.id, teacherId))
    .for('no key update');
  return row;
};

const nameOf = async (trx: Transaction, id: string): Promise<string> => {
  const [row] = await trx.select({ name: users.name }).from(users).where(eq(users.id, id));
  return row!.name;
};

/**
 * Hides what a teacher has written about themselves, so that they cannot replace it. Without a reason, shows it again.
 * The audit trail records both.
 * @returns how many were changed: none if it was already so
 * @throws ApiError `not_found`, or `edit_conflict` with the stored text if it has changed since the admin read it
 */
export const hideBio = (
  db: Database,
  admin: CurrentUser,
  teacherId: string,
  { reason, changedAt: seen }: Hiding = {},
): Promise<number> =>
  db.transaction(async (trx) => {
    const stored = await lockBio(trx, teacherId);
    if (!stored) throw notFound('The text');
    const isHiding = reason !== undefined;
    if (isHiding === (stored.hiddenAt !== null)) return 0;
    if (seen !== undefined && !isSameMoment(seen, stored.updatedAt))
      throw editConflict(
        { bio: stored.text, changedAt: stored.updatedAt.toISOString() },
        'This has been edited in the meantime. Please look at it again.',
      );
    await trx
      .update(teacherBios)
      .set({
        hiddenAt: isHiding ? sql`now()` : null,
        hiddenBy: isHiding ? admin.id : null,
        hiddenReason: reason ?? null,
      })
      .where(eq(teacherBios.id, teacherId));
    await addAuditEntry(trx, {
      actorId: admin.id,
      action: isHiding ? 'bio hidden' : 'bio shown',
      subjectType: 'bio',
      subjectId: teacherId,
      subjectName: await nameOf(trx, teacherId),
      details: { reason },
    });
    return 1;
  });
