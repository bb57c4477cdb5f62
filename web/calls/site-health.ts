import { queryOptions } from '@tanstack/react-query';
import { readSiteHealth } from '#contract/site-health.ts';
import { request } from './api-client.ts';

/** What the server found when it checked everything that the site needs. Each request checks again. */
export const siteHealthQuery = queryOptions({
  queryKey: ['site health'],
  queryFn: async () => (await request(readSiteHealth)).data,
  staleTime: 60_000,
});
