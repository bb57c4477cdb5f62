import { queryOptions } from '@tanstack/react-query';
import { listEnrollments } from '#contract/enrollments.ts';
import { request } from './api-client.ts';

export const enrollmentKeys = { all: ['enrollments'] as const };

export const enrollmentsQuery = (email: string) =>
  queryOptions({
    queryKey: [...enrollmentKeys.all, email],
    queryFn: async () => (await request(listEnrollments, { query: { email } })).data,
  });
