import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/announcements.ts';
import { request, requestPage } from './client/api-client.ts';
import { sendOnce } from './client/send-once.ts';

export const announcementKeys = { all: ['announcements'] as const };

/** A page of a class's announcements, newest first. @param viewer email of the signed-in user */
export const announcementsQuery = (
  classId: string,
  viewer: string,
  { page, limit }: { page: number; limit: number },
) =>
  queryOptions({
    queryKey: [...announcementKeys.all, classId, viewer, page, limit],
    queryFn: () => requestPage(calls.listAnnouncements, { params: { id: classId }, query: { page, limit } }),
    placeholderData: keepPreviousData,
  });

export const announce = (classId: string, text: string) =>
  sendOnce(
    ['announcement', classId, text],
    async (key) => (await request(calls.announce, { params: { id: classId }, body: { text, key } })).data,
  );

export const deleteAnnouncement = async (id: string) =>
  (await request(calls.deleteAnnouncement, { params: { id } })).data;

export const reportAnnouncement = async (id: string, reason: string) =>
  (await request(calls.reportAnnouncement, { params: { id }, body: { reason } })).data;

export const hideAnnouncement = async (id: string, reason: string, changedAt: string) =>
  (await request(calls.hideAnnouncement, { params: { id }, body: { reason, changedAt } })).data;

export const showAnnouncement = async (id: string) =>
  (await request(calls.showAnnouncement, { params: { id } })).data;
