import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/class-students.ts';
import { request, requestPage } from './client/api-client.ts';

const KEY = 'class students';

export const classStudentsQuery = (classId: string, query: calls.ClassStudentQuery) =>
  queryOptions({
    queryKey: [KEY, classId, query],
    queryFn: () => requestPage(calls.listClassStudents, { params: { id: classId }, query }),
    placeholderData: keepPreviousData,
  });

/** How many students have completed each lesson of a class. */
export const lessonCountsQuery = (classId: string) =>
  queryOptions({
    queryKey: [KEY, 'lessons', classId],
    queryFn: async () => (await request(calls.getLessonCounts, { params: { id: classId } })).data,
  });
