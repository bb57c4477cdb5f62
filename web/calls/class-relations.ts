import { queryOptions } from '@tanstack/react-query';
import { listClassRelations } from '#contract/class-relations.ts';
import { request } from './client/api-client.ts';
import { enrollmentKeys } from './enrollments.ts';

/** Which of the classes the user teaches or is enrolled in. */
export const classRelationsQuery = (email: string, classIds: string[]) =>
  queryOptions({
    queryKey: [...enrollmentKeys.all, 'relations', email, classIds],
    queryFn: async () => (await request(listClassRelations, { query: { ids: classIds.join(',') } })).data,
  });
