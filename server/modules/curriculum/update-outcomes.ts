import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../database/client.ts';
import { lockCurriculum, setOutcomes } from './curriculum.repository.ts';
import { editConflict } from '../../http/edit-conflict.ts';

/**
 * Replaces the lines of "What you will learn" of a class. A repeat changes nothing.
 * @returns the new version
 * @throws ApiError `not_found`, or `edit_conflict` with the stored lines if they have changed since the caller read them
 */
export const updateOutcomes = (
  db: Database,
  classId: string,
  { outcomes, version }: { outcomes: string[]; version: number },
): Promise<number> =>
  db.transaction(async (trx) => {
    const current = await lockCurriculum(trx, classId);
    if (isDeepStrictEqual(current.outcomes, outcomes)) return current.version;
    if (current.version !== version) throw editConflict(current);
    return setOutcomes(trx, classId, outcomes);
  });
