import { queryOptions } from '@tanstack/react-query';
import { getSiteActivity } from '#contract/activity.ts';
import { request } from './client/api-client.ts';

export const siteActivityQuery = (days: number) =>
  queryOptions({
    queryKey: ['site activity', days],
    queryFn: async () => (await request(getSiteActivity, { query: { days } })).data,
  });
