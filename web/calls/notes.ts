import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/notes.ts';
import type { PageQuery } from '#contract/paging.ts';
import { request, requestPage } from './client/api-client.ts';
import { mayOutliveTab } from './client/may-outlive-tab.ts';

/** The caller's own note on a lesson. @param viewer email of the signed-in user */
export const noteQuery = (lessonId: string, viewer: string) =>
  queryOptions({
    queryKey: ['note', lessonId, viewer],
    queryFn: async () => (await request(calls.getNote, { params: { id: lessonId } })).data,
  });

/** A page of the caller's own notes. @param viewer email of the signed-in user */
export const ownNotesQuery = (query: PageQuery, viewer: string) =>
  queryOptions({
    queryKey: ['own notes', query, viewer],
    queryFn: () => requestPage(calls.listOwnNotes, { query }),
    placeholderData: keepPreviousData,
  });

export const saveNote = async (lessonId: string, body: calls.Note) =>
  (await request(calls.saveNote, { params: { id: lessonId }, body }, { outlivesTab: mayOutliveTab(body) }))
    .data;
