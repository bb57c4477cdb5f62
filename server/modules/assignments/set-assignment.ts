import type { AssignmentInput } from '#contract/assignments.ts';
import type { Database } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { findHighestMarks, measureLateness, upsertAssignment } from './assignments.repository.ts';

/**
 * Sets or replaces the assignment of a class. Earlier submissions are measured against the new deadline.
 * @throws ApiError `marks_given` where a student has more marks than the new highest
 */
export const setAssignment = (db: Database, classId: string, input: AssignmentInput): Promise<void> =>
  db.transaction(async (trx) => {
    const id = await upsertAssignment(trx, classId, input);
    const highest = await findHighestMarks(trx, id);
    if (highest !== null && highest > input.marks) {
      throw new ApiError('marks_given', `A student has ${highest} marks already: give at least as many`);
    }
    await measureLateness(trx, id, input.date);
  });
