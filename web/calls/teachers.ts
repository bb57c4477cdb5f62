import { queryOptions } from '@tanstack/react-query';
import { getTeacher } from '#contract/teachers.ts';
import { request } from './client/api-client.ts';

export const teacherKeys = { all: ['teachers'] as const };

export const teacherQuery = (id: string) =>
  queryOptions({
    queryKey: [...teacherKeys.all, id],
    queryFn: async () => (await request(getTeacher, { params: { id } })).data,
  });
