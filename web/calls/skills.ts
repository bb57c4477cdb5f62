import { queryOptions } from '@tanstack/react-query';
import { listSkills } from '#contract/skills.ts';
import { request } from './client/api-client.ts';

export const skillsQuery = queryOptions({
  queryKey: ['skills'],
  queryFn: async () => (await request(listSkills)).data,
  // Admins may have changed them.
  staleTime: 0,
});
