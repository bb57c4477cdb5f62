import { useQueryClient } from '@tanstack/react-query';
import type { Submission, SubmissionQuery } from '#contract/assignments.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { submissionsQuery } from '#web/calls/assignments.ts';

interface Shown {
  rows: Submission[];
  sort: SubmissionQuery['sort'];
}

/**
 * Finds the submission to grade after another one: the next ungraded one of the rows that are shown, otherwise the first
 * of the class in the same order.
 */
export const useNextSubmission = (classId: string, { rows: shown, sort }: Shown) => {
  const queryClient = useQueryClient();
  return async (current: Submission): Promise<Submission | undefined> => {
    const query: SubmissionQuery = { marked: 'no', sort, page: 1, limit: PAGE_SIZE.max };
    const { rows } = await queryClient.query(submissionsQuery(classId, query));
    const ids = shown.map(({ _id }) => _id);
    const later = ids.slice(ids.indexOf(current._id) + 1);
    return rows.find(({ _id }) => later.includes(_id)) ?? rows[0];
  };
};
