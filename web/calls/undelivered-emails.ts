import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/undelivered.ts';
import { request, requestPage } from './client/api-client.ts';

export const undeliveredKeys = { all: ['undelivered emails'] as const };

export const undeliveredQuery = (query: calls.UndeliveredQuery) =>
  queryOptions({
    queryKey: [...undeliveredKeys.all, query],
    queryFn: () => requestPage(calls.listUndeliveredEmails, { query }),
    placeholderData: keepPreviousData,
  });

/** @returns the number of emails that will be retried */
export const retryEmails = async (ids: string[]): Promise<number> =>
  (await request(calls.retryEmails, { body: { ids } })).data.modifiedCount;

/** Gives up emails. @returns the number of emails that were given up */
export const dismissEmails = async (ids: string[]): Promise<number> =>
  (await request(calls.dismissEmails, { body: { ids } })).data.modifiedCount;
