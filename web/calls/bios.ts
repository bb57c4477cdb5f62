import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/bios.ts';
import { request } from './client/api-client.ts';

export const bioKeys = { all: ['bios'] as const };

export const ownBioQuery = (email: string) =>
  queryOptions({
    queryKey: [...bioKeys.all, 'own', email],
    queryFn: async () => (await request(calls.getOwnBio)).data,
    // It may have been changed in another tab, or hidden.
    staleTime: 0,
  });

/** @throws ApiError `edit_conflict` if it has changed since `version` */
export const saveOwnBio = async (bio: string, version: number) =>
  (await request(calls.saveOwnBio, { body: { bio, version } })).data;

/** What a teacher has written about themselves, for admins. Null if they have not written anything. */
export const moderatedBioQuery = (teacherId: string) =>
  queryOptions({
    queryKey: [...bioKeys.all, teacherId],
    queryFn: async () => (await request(calls.getBio, { params: { id: teacherId } })).data.bio,
    staleTime: 0,
  });

/** @param reason may be empty */
export const reportBio = async (teacherId: string, reason: string) =>
  (await request(calls.reportBio, { params: { id: teacherId }, body: { reason } })).data;

export const hideBio = async (teacherId: string, reason: string, changedAt: string) =>
  (await request(calls.hideBio, { params: { id: teacherId }, body: { reason, changedAt } })).data;

export const showBio = async (teacherId: string) =>
  (await request(calls.showBio, { params: { id: teacherId } })).data;
