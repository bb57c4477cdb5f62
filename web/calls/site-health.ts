import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/site-health.ts';
import { request } from './client/api-client.ts';

/** The results of the server's health checks. Each request runs the checks again. */
export const siteHealthQuery = queryOptions({
  queryKey: ['site health'],
  queryFn: async () => (await request(calls.getSiteHealth)).data,
  staleTime: 60_000,
});

export const testCardProvider = async () => (await request(calls.testCardProvider)).data;

export const sendTestEmail = async () => (await request(calls.sendTestEmail)).data;
