import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/site-health.ts';
import { request } from './api-client.ts';

/** What the server found when it checked everything that the site needs. Each request checks again. */
export const siteHealthQuery = queryOptions({
  queryKey: ['site health'],
  queryFn: async () => (await request(calls.readSiteHealth)).data,
  staleTime: 60_000,
});

export const testCardProvider = async () => (await request(calls.testCardProvider)).data;

export const sendTestEmail = async () => (await request(calls.sendTestEmail)).data;
