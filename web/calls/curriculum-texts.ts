import type { QueryClient } from '@tanstack/react-query';
import * as calls from '#contract/curriculum.ts';
import * as lessons from '#contract/lessons.ts';
import { request } from './client/api-client.ts';
import { mayOutliveTab } from './client/may-outlive-tab.ts';
import { curriculumKeys } from './curriculum.ts';
import { curriculumDraftQuery } from './manage-curriculum.ts';

// What the editors call that save while a teacher writes.

export const updateLesson = async (id: string, body: lessons.LessonInput) =>
  (await request(lessons.updateLesson, { params: { id }, body }, { outlivesTab: mayOutliveTab(body) })).data;

/**
 * Loads the lists of lessons again, after a change of a lesson. A load that is under way may have read the lesson before
 * the change, so it starts again.
 */
export const reloadLessonLists = async (queryClient: QueryClient): Promise<void> => {
  const lists = ['published', 'draft'].map((list) => ({ queryKey: [...curriculumKeys.all, list] }));
  await Promise.all(lists.map((list) => queryClient.cancelQueries(list)));
  await Promise.all(lists.map((list) => queryClient.invalidateQueries(list)));
};

export const updateOutcomes = async (classId: string, body: { outcomes: string[]; version: number }) =>
  (
    await request(
      calls.updateOutcomes,
      { params: { id: classId }, body },
      { outlivesTab: mayOutliveTab(body) },
    )
  ).data;

/** Shows saved outcomes in the cached draft, from which the form starts when it is opened again. */
export const showOutcomes = async (
  queryClient: QueryClient,
  classId: string,
  saved: { outcomes: string[]; version: number },
): Promise<void> => {
  const { queryKey } = curriculumDraftQuery(classId);
  // A load that is under way may have read the outcomes before the change, so it starts again.
  const isLoading = queryClient.isFetching({ queryKey, exact: true }) > 0;
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, (draft) => draft && { ...draft, ...saved });
  if (isLoading) void queryClient.invalidateQueries({ queryKey, exact: true });
};
