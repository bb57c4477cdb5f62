import { eq, sql } from 'drizzle-orm';
import { submittableSchema } from '#contract/class-drafts.ts';
import type { Transaction } from '../../database/client.ts';
import { classes } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { lockClassesOf, requireRoomFor } from './add-class.ts';
import { type ClassRow, lockOwnClass } from './classes.repository.ts';
import { requireAcceptable } from './require-acceptable.ts';

const requireComplete = (draft: ClassRow['class']): void => {
  const { error } = submittableSchema.safeParse(draft);
  if (!error) return;
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[String(path[0])] ??= message;
  throw new ApiError('invalid_input', Object.values(fields).join('. '), { fields });
};

/**
 * Submits a teacher's draft for review, in the caller's transaction. It must then be what a new class must be, and counts
 * as added now.
 * @param seen the revision that the teacher has seen. Default: the current one
 * @returns whether it was a draft. A repeated call finds that it has been submitted.
 * @throws ApiError `edit_conflict` if the draft has changed since `seen`, `invalid_input` that names the fields, or
 *   `limit_reached` if too many classes of the teacher await review
 */
export const submitDraft = async (
  trx: Transaction,
  teacherId: string,
  id: string,
  seen: number | undefined,
): Promise<boolean> => {
  await lockAgainstDeletion(trx, teacherId);
  const draft = await lockOwnClass(trx, teacherId, id);
  if (draft?.status !== 'Draft') return false;
  if (seen !== undefined && seen !== draft.revision) throw editConflict({ revision: draft.revision });
  requireComplete(draft);
  await requireAcceptable(trx, draft);
  await lockClassesOf(trx, teacherId);
  await requireRoomFor(trx, teacherId, 'Pending');
  await trx
    .update(classes)
    .set({ status: 'Pending', createdAt: sql`now()`, revision: sql`${classes.revision} + 1` })
    .where(eq(classes.id, id));
  await addAuditEntry(trx, {
    actorId: teacherId,
    action: 'class submitted',
    subjectType: 'class',
    subjectId: id,
    subjectName: draft.title,
  });
  return true;
};
