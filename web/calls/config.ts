import { queryOptions } from '@tanstack/react-query';
import { getConfig } from '#contract/config.ts';
import { request } from './api-client.ts';

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async () => (await request(getConfig)).data,
  staleTime: Infinity,
});
