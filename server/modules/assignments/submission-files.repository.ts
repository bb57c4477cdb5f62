import { eq, type SQL, sql } from 'drizzle-orm';
import type { StoredFile } from '#contract/files.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import {
  assignments,
  classes,
  enrollments,
  files,
  submissionFiles,
  submissions,
} from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { requireFilesOf } from '../files/private-files.repository.ts';

/** The files of a query's submission, as the response has them. */
export const filesOfSubmission: SQL<StoredFile[]> = sql<StoredFile[]>`coalesce((
  select json_agg(json_build_object('_id', ${files.id}, 'name', ${files.name}, 'type', ${files.type}, 'bytes', ${files.bytes})
                  order by ${submissionFiles.position})
    from ${submissionFiles} join ${files} on ${files.id} = ${submissionFiles.fileId}
   where ${submissionFiles.submissionId} = ${submissions.id}), '[]'::json)`;

const FIELD = 'files';

/**
 * Replaces the files of a submission, in this order. The previous files are removed within a day.
 * @throws ApiError `invalid_input` for a file that is not the student's, or belongs to another submission
 */
export const replaceFiles = async (
  trx: Transaction,
  { submissionId, userId, ids }: { submissionId: string; userId: string; ids: readonly string[] },
): Promise<void> => {
  await requireFilesOf(trx, { userId, purpose: 'document', ids, field: FIELD });
  await trx.execute(
    sql`delete from ${submissionFiles} where ${submissionFiles.submissionId} = ${submissionId}`,
  );
  if (ids.length === 0) return;
  const stored = await trx
    .insert(submissionFiles)
    .values(ids.map((fileId, position) => ({ submissionId, fileId, position })))
    .onConflictDoNothing()
    .returning({ id: submissionFiles.fileId });
  if (stored.length === ids.length) return;
  const message = 'A file belongs to another submission. Please upload it again.';
  throw new ApiError('invalid_input', message, { fields: { [FIELD]: message } });
};

/**
 * Whether a caller may read a file of a submission: the student who is enrolled, the teacher of the class, and admins.
 * An enrollment that ended with a refund ends the student's access, as it does for the submission itself.
 */
export const mayReadSubmissionFile = async (
  db: Database,
  caller: CurrentUser | undefined,
  fileId: string,
): Promise<boolean> => {
  if (!caller) return false;
  const callerId = sql`${sql.placeholder('callerId')}::uuid`;
  const query = () =>
    db
      .select({ id: submissions.id })
      .from(submissionFiles)
      .innerJoin(submissions, eq(submissions.id, submissionFiles.submissionId))
      .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
      .innerJoin(classes, eq(classes.id, assignments.classId))
      .where(
        sql`${submissionFiles.fileId} = ${sql.placeholder('fileId')}
            and (${sql.placeholder('isAdmin')}::boolean
                 or ${sql.placeholder('teaches')}::boolean and ${classes.teacherId} = ${callerId}
                 or ${submissions.userId} = ${callerId} and exists (
                      select 1 from ${enrollments}
                       where ${enrollments.userId} = ${callerId} and ${enrollments.classId} = ${classes.id}))`,
      );
  const { id, role, teaches } = caller;
  const rows = await prepareOnce(
    db,
    'submission of a file',
    query,
  )({
    fileId,
    callerId: id,
    isAdmin: role === 'admin',
    teaches,
  });
  return rows.length > 0;
};
