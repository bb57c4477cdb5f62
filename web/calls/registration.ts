import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RegistrationMode } from '#contract/registration-modes.ts';
import * as calls from '#contract/registration.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { request, requestPage } from './client/api-client.ts';
import { sendOnce } from './client/send-once.ts';

export const registrationQuery = queryOptions({
  queryKey: ['registration'],
  queryFn: async () => (await request(calls.getRegistration)).data.mode,
});

/** @throws ApiError `edit_conflict` if the site's settings have changed since `version` */
export const updateRegistration = async (mode: RegistrationMode, version: number): Promise<SiteSettings> =>
  (await request(calls.updateRegistration, { body: { mode, version } })).data;

/** Opens an invitation, which applies to registrations from this browser. @throws ApiError `link_invalid` */
export const openInvitation = async (token: string): Promise<{ email?: string }> =>
  (await request(calls.openInvitation, { body: { token } })).data;

export const openedInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['opened invitation', token],
    queryFn: () => openInvitation(token),
    retry: false,
    staleTime: Infinity,
  });

export const invitationKeys = { all: ['invitations'] as const };

export const invitationsQuery = (query: calls.InvitationQuery) =>
  queryOptions({
    queryKey: [...invitationKeys.all, query],
    queryFn: () => requestPage(calls.listInvitations, { query }),
    placeholderData: keepPreviousData,
  });

export const inviteByEmail = (emails: string[], days: number) =>
  sendOnce(
    ['email invitations', emails, days],
    async (key) => (await request(calls.inviteByEmail, { body: { emails, days, key } })).data,
  );

export const createInvitationLink = (maxUses: number, days: number): Promise<calls.Invitation> =>
  sendOnce(
    ['invitation link', maxUses, days],
    async (key) => (await request(calls.createInvitationLink, { body: { maxUses, days, key } })).data,
  );

export const deleteInvitation = async (id: string): Promise<void> => {
  await request(calls.deleteInvitation, { params: { id } });
};
