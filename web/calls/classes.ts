import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/classes.ts';
import { request, requestPage } from './client/api-client.ts';

export const classKeys = { all: ['classes'] as const };

export const classesQuery = (query: calls.ClassQuery = {}) =>
  queryOptions({
    queryKey: [...classKeys.all, 'list', query],
    queryFn: async () => (await request(calls.listClasses, { query })).data,
  });

/** A page of the classes that the caller may see. */
export const classPageQuery = (query: calls.ClassFilter) =>
  queryOptions({
    queryKey: [...classKeys.all, 'page', query],
    queryFn: () => requestPage(calls.listClasses, { query }),
    placeholderData: keepPreviousData,
  });

export const ownClassesQuery = (email: string, query: calls.ClassFilter) =>
  queryOptions({
    queryKey: [...classKeys.all, 'own', email, query],
    queryFn: () => requestPage(calls.listClassesOfTeacher, { params: { email }, query }),
    placeholderData: keepPreviousData,
  });

export const classTotalsQuery = queryOptions({
  queryKey: [...classKeys.all, 'totals'],
  queryFn: async () => (await request(calls.getClassTotals)).data,
});

export const classQuery = (id: string) =>
  queryOptions({
    queryKey: [...classKeys.all, 'one', id],
    queryFn: async () => (await request(calls.getClass, { params: { id } })).data,
  });

/** The title of a published class. Not retried: signing in may reveal more of the class. */
export const classTitleQuery = (id: string) =>
  queryOptions({
    queryKey: [...classKeys.all, 'title', id],
    queryFn: async () => (await request(calls.getClass, { params: { id } })).data.title,
    retry: false,
  });

/** Whether a user teaches a class. The API returns a class's email only to its teacher and to admins. */
export const isOwnClassQuery = (email: string, id: string) =>
  queryOptions({
    queryKey: [...classKeys.all, 'is-own', email, id],
    queryFn: async () => (await request(calls.getClass, { params: { id } })).data.email === email,
  });
