import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/class-changes.ts';
import { classKeys } from './classes.ts';
import { request, requestPage } from './client/api-client.ts';

const changeKeys = { all: [...classKeys.all, 'changes'] as const };

/** A page of the class changes awaiting review. */
export const classChangesQuery = (query: calls.ClassChangeQuery) =>
  queryOptions({
    queryKey: [...changeKeys.all, 'page', query],
    queryFn: () => requestPage(calls.listClassChanges, { query }),
    placeholderData: keepPreviousData,
  });

/** The pending change to the caller's class, or the last one if it was rejected. */
export const classChangeQuery = (classId: string) =>
  queryOptions({
    queryKey: [...changeKeys.all, 'of', classId],
    queryFn: async () => (await request(calls.getClassChange, { params: { id: classId } })).data.change,
  });

/** A page of the published versions of a class. */
export const classVersionsQuery = (classId: string, query: calls.ClassVersionQuery) =>
  queryOptions({
    queryKey: [...changeKeys.all, 'versions', classId, query],
    queryFn: () => requestPage(calls.listClassVersions, { params: { id: classId }, query }),
    placeholderData: keepPreviousData,
  });

/** @param version the version of the change that the admin reviewed */
export const approveClassChange = async (id: string, version: number) =>
  (await request(calls.approveClassChange, { params: { id }, body: { status: 'approve', version } })).data;

export const rejectClassChange = async (id: string, version: number, reason: string) =>
  (await request(calls.rejectClassChange, { params: { id }, body: { status: 'rejected', version, reason } }))
    .data;

export const withdrawClassChange = async (id: string) =>
  (await request(calls.withdrawClassChange, { params: { id } })).data;
