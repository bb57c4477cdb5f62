import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../database/client.ts';
import { posts } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { deleteNotificationsAbout } from '../notifications/notifications.repository.ts';
import { notify } from '../notifications/notify.ts';
import { describeSubject, lockSubject, requireSeen, SUBJECTS, type SubjectType } from './subjects.ts';

/** The kinds of notifications that quote a subject. A reply to feedback is hidden together with it. */
const QUOTED_IN = {
  post: ['new question', 'new answer'],
  feedback: ['new feedback', 'feedback reply'],
  announcement: ['announcement'],
  bio: [],
} as const;

/** Deletes the notifications that quote what is hidden, and those of what its author has added to a hidden question. */
const deleteQuotes = async (trx: Transaction, type: SubjectType, id: string): Promise<void> => {
  await deleteNotificationsAbout(trx, [id], QUOTED_IN[type]);
  if (type !== 'post') return;
  const additions = await trx.select({ id: posts.id }).from(posts).where(eq(posts.questionId, id));
  await deleteNotificationsAbout(
    trx,
    additions.map((addition) => addition.id),
    ['new question'],
  );
};

/**
 * Tells a teacher what has become of their bio, which stands for them in public. Other authors read the reason beside their
 * text.
 */
const notifyTeacher = (trx: Transaction, userId: string, reason: string | undefined): Promise<void> => {
  // A bio can be hidden several times.
  const subject = randomUUID();
  return notify(trx, [
    reason === undefined
      ? { userId, kind: 'bio shown', subject, data: {} }
      : { userId, kind: 'bio hidden', subject, data: { reason } },
  ]);
};

/** Hides a row, or shows it again. @returns whether it was changed */
const setHidden = async (
  trx: Transaction,
  type: SubjectType,
  id: string,
  hidden: { by: string; reason: string } | undefined,
): Promise<boolean> => {
  const table = SUBJECTS[type];
  const changed = await trx
    .update(table)
    .set({
      hiddenAt: hidden ? sql`now()` : null,
      hiddenBy: hidden?.by ?? null,
      hiddenReason: hidden?.reason ?? null,
    })
    .where(and(eq(table.id, id), hidden ? isNull(table.hiddenAt) : isNotNull(table.hiddenAt)))
    .returning({ id: table.id });
  return changed.length > 0;
};

interface Hiding {
  reason?: string;
  /** When the text that the admin has read was changed. Default: whatever is stored is hidden. */
  changedAt?: string;
}

/**
 * Hides what a user wrote, so that the user cannot replace it, and deletes the notifications that quote it. Without a
 * reason, shows it again. The audit trail records both, and the teacher is notified of both if it is their bio.
 * @returns how many were changed: none if it was already so
 * @throws ApiError `not_found`, or `edit_conflict` with the stored text if it has changed since the admin read it
 */
export const moderate = (
  db: Database,
  admin: CurrentUser,
  type: SubjectType,
  id: string,
  { reason, changedAt: seen }: Hiding = {},
): Promise<number> =>
  db.transaction(async (trx) => {
    const stored = await lockSubject(trx, id);
    const isChanged = await setHidden(
      trx,
      type,
      id,
      reason === undefined ? undefined : { by: admin.id, reason },
    );
    const subject = await describeSubject(trx, type, id);
    if (!subject || !stored) throw notFound('The text');
    if (!isChanged) return 0;
    if (seen !== undefined) requireSeen(stored, seen);
    if (reason !== undefined) await deleteQuotes(trx, type, id);
    await addAuditEntry(trx, {
      actorId: admin.id,
      action: `${subject.subjectType} ${reason === undefined ? 'shown' : 'hidden'}`,
      ...subject,
      details: { reason },
    });
    if (type === 'bio') await notifyTeacher(trx, id, reason);
    return 1;
  });
