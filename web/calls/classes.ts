import { queryOptions } from '@tanstack/react-query';
import { type ClassQuery, getClass, listClasses } from '#contract/classes.ts';
import { request } from './api-client.ts';

export const classKeys = { all: ['classes'] as const };

export const classesQuery = (query: ClassQuery = {}) =>
  queryOptions({
    queryKey: [...classKeys.all, 'list', query],
    queryFn: async () => (await request(listClasses, { query })).data,
  });

export const classQuery = (id: string) =>
  queryOptions({
    queryKey: [...classKeys.all, 'one', id],
    queryFn: async () => (await request(getClass, { params: { id } })).data,
  });
