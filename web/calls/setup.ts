import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/setup.ts';
import { request } from './client/api-client.ts';

export const setupQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    queryFn: async () => (await request(calls.getSetup, { query: { token } })).data,
  });

/** @returns the path of the page where the admin sets a password */
export const createFirstAdmin = async (admin: calls.FirstAdmin, token: string): Promise<string> => {
  const { data } = await request(calls.createFirstAdmin, { body: { ...admin, token } });
  const { pathname, search } = new URL(data.link);
  return pathname + search;
};

export const sendSetupEmail = async (token: string, to: string) => {
  const { data } = await request(calls.sendSetupEmail, { body: { token, to } });
  return { to, ...data };
};

export const testSetupCardProvider = async (token: string) =>
  (await request(calls.testSetupCardProvider, { body: { token } })).data;
