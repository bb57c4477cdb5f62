import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/home-content.ts';
import { request } from './api-client.ts';

/** The slides, partners and services of the home page. */
export const homeContentQuery = queryOptions({
  queryKey: ['home content'],
  queryFn: async () => (await request(calls.readHomeContent)).data,
});
