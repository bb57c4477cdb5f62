import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/home-content.ts';
import { request } from './client/api-client.ts';

/** The editable parts of the home page: slides, partners, services, calls to action and the number of users. */
export const homeContentQuery = queryOptions({
  queryKey: ['home content'],
  queryFn: async () => (await request(calls.getHomeContent)).data,
});
