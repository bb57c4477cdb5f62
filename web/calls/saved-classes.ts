import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PageQuery } from '#contract/paging.ts';
import * as calls from '#contract/saved-classes.ts';
import { request, requestPage } from './client/api-client.ts';
import { enrollmentKeys } from './enrollments.ts';

/** Below the enrollments, because a class leaves the list when the user enrolls. */
export const savedClassKeys = { all: [...enrollmentKeys.all, 'saved'] as const };

/** Whether the user has saved a class. @param viewer email of the signed-in user */
export const savedStatusQuery = (classId: string, viewer: string) =>
  queryOptions({
    queryKey: [...savedClassKeys.all, 'status', classId, viewer],
    queryFn: async () => (await request(calls.getSavedStatus, { params: { id: classId } })).data,
  });

/** A page of the classes that the user has saved. @param viewer email of the signed-in user */
export const savedClassPageQuery = (query: Pick<PageQuery, 'page' | 'limit'>, viewer: string) =>
  queryOptions({
    queryKey: [...savedClassKeys.all, 'page', query, viewer],
    queryFn: () => requestPage(calls.listSavedClasses, { query }),
    placeholderData: keepPreviousData,
  });

export const saveClass = async (classId: string): Promise<void> => {
  await request(calls.saveClass, { params: { id: classId } });
};

export const removeSavedClass = async (classId: string): Promise<void> => {
  await request(calls.removeSavedClass, { params: { id: classId } });
};
