import { queryOptions } from '@tanstack/react-query';
import { getTeachingSummary } from '#contract/teaching.ts';
import { request } from './client/api-client.ts';
import { enrollmentKeys } from './enrollments.ts';

/** The new students and the ratings of a teacher's classes. */
export const teachingSummaryQuery = (email: string) =>
  queryOptions({
    queryKey: [...enrollmentKeys.all, 'of a teacher', email],
    queryFn: async () => (await request(getTeachingSummary)).data,
  });
