import type { AssignmentInput } from '#contract/assignments.ts';
import type { Database } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { issueToStudents } from '../certificates/issue-certificates.ts';
import { notifyOfAssignment, notifyOfChange } from './notify-of-assignments.ts';
import {
  findHighestMarks,
  insertAssignment,
  replaceAssignment,
  updateLateness,
} from './assignments.repository.ts';

/**
 * Creates or replaces the assignment of a class. The new deadline also applies to existing submissions.
 * @throws ApiError `edit_conflict` if it has changed since `version`, or `marks_given` if a submission has more marks than
 *   the assignment's new maximum
 */
export const setAssignment = (db: Database, classId: string, input: AssignmentInput): Promise<void> =>
  db.transaction(async (trx) => {
    const added = await insertAssignment(trx, classId, input);
    const { id, previousDueAt } = added
      ? { id: added, previousDueAt: undefined }
      : await replaceAssignment(trx, classId, input);
    const highest = await findHighestMarks(trx, id);
    if (highest !== null && highest > input.marks) {
      throw new ApiError(
        'marks_given',
        `A submission already has ${highest} marks: the assignment needs at least as many`,
      );
    }
    await updateLateness(trx, id);
    if (!previousDueAt) return notifyOfAssignment(trx, id);
    await notifyOfChange(trx, id, previousDueAt);
    // A lower pass mark may have been the last missing condition of a certificate.
    return issueToStudents(trx, classId);
  });
