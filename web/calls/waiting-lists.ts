import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/waiting-lists.ts';
import { request } from './client/api-client.ts';

/** How many waiting lists are shown at most. */
const SHOWN = 50;

export const waitingListKeys = { all: ['waiting-lists'] as const };

/** The user's position on the waiting list of a class. @param viewer email of the signed-in user */
export const waitingListStatusQuery = (classId: string, viewer: string) =>
  queryOptions({
    queryKey: [...waitingListKeys.all, classId, viewer],
    queryFn: async () => (await request(calls.getWaitingListStatus, { params: { id: classId } })).data,
  });

/** The waiting lists that the user is on. @param viewer email of the signed-in user */
export const waitingListsQuery = (viewer: string) =>
  queryOptions({
    queryKey: [...waitingListKeys.all, 'own', viewer],
    queryFn: async () => (await request(calls.listWaitingLists, { query: { limit: SHOWN } })).data,
  });

export const joinWaitingList = async (classId: string) =>
  (await request(calls.joinWaitingList, { params: { id: classId } })).data;

export const leaveWaitingList = async (classId: string) =>
  (await request(calls.leaveWaitingList, { params: { id: classId } })).data;
