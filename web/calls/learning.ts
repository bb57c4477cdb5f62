import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/lessons.ts';
import { request } from './client/api-client.ts';

export const learningKeys = { all: ['learning'] as const };

/** The caller's progress in a class that they are enrolled in. */
export const lessonProgressQuery = (classId: string) =>
  queryOptions({
    queryKey: [...learningKeys.all, classId],
    queryFn: async () => (await request(calls.listLessonProgress, { params: { id: classId } })).data,
  });

/** Saves progress. The request completes even if the tab is closed. */
export const saveLessonProgress = async (id: string, body: calls.LessonProgressInput) =>
  (await request(calls.saveLessonProgress, { params: { id }, body }, { outlivesTab: true })).data;
