import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/curriculum.ts';
import * as lessons from '#contract/lessons.ts';
import { request } from './client/api-client.ts';

export const curriculumKeys = { all: ['curriculum'] as const };

/** The published lessons of a class, without their content. */
export const curriculumQuery = (classId: string) =>
  queryOptions({
    queryKey: [...curriculumKeys.all, 'published', classId],
    queryFn: async () => (await request(calls.getCurriculum, { params: { id: classId } })).data,
  });

/** A lesson with what this viewer may see of it. @param viewer email of the signed-in user */
export const lessonQuery = (id: string, viewer?: string) =>
  queryOptions({
    queryKey: [...curriculumKeys.all, 'lesson', id, viewer ?? null],
    queryFn: async () => (await request(lessons.getLesson, { params: { id } })).data,
  });
