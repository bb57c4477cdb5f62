import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  deletedResponseSchema,
  idParamsSchema,
  idSchema,
  keyed,
  timestampSchema,
  editVersionSchema,
} from './common.ts';
import { emailInvitationsSchema, invitationLinkSchema } from './invitation-forms.ts';
import { listQuerySchema } from './paging.ts';
import { siteSettingsSchema } from './site-settings.ts';
import { REGISTRATION_MODES } from './registration-modes.ts';

export const registrationModeSchema = z.enum(REGISTRATION_MODES);

const tag = 'Registration';

/** The token of an invitation: its id and a signature. */
const tokenSchema = z.string().max(200);

/** An invitation. One with an email address is for a single account with this address. */
export const invitationSchema = z
  .object({
    _id: idSchema,
    email: z.string().optional(),
    uses: z.int().min(0),
    maxUses: z.int().min(1),
    createdAt: timestampSchema,
    expiresAt: timestampSchema,
    /** The address for registering with it. */
    link: z.string(),
  })
  .meta({ id: 'Invitation' });

export type Invitation = z.infer<typeof invitationSchema>;

export const INVITATION_SORTS = ['newest', 'oldest'] as const;

export const invitationQuerySchema = listQuerySchema(INVITATION_SORTS);

export type InvitationQuery = z.infer<typeof invitationQuerySchema>;

export const getRegistration = defineCall({
  method: 'GET',
  path: '/registration',
  summary: 'Who can create an account: everyone, invited people only, or no one',
  tag,
  authorization: 'none',
  response: z.object({ mode: registrationModeSchema }),
});

/** If `version` is outdated, the call fails with `edit_conflict`, which contains the current settings. */
export const updateRegistration = defineCall({
  method: 'PUT',
  path: '/registration',
  summary: 'Choose who can create an account',
  tag,
  authorization: 'required',
  limit: 'review',
  body: z.object({ mode: registrationModeSchema, version: editVersionSchema }),
  response: siteSettingsSchema,
});

export const listInvitations = defineCall({
  method: 'GET',
  path: '/invitations',
  summary: 'All invitations; newest first by default',
  tag,
  authorization: 'required',
  query: invitationQuerySchema,
  response: z.array(invitationSchema),
});

export const inviteByEmail = defineCall({
  method: 'POST',
  path: '/invitations/emails',
  summary:
    'Invite people by their email addresses; an invitation replaces an earlier one. Addresses with an account are left out and named in the response',
  tag,
  authorization: 'required',
  limit: 'review',
  body: keyed(emailInvitationsSchema),
  response: z.object({ invited: z.int().min(0), registered: z.array(z.string()) }),
});

export const createInvitationLink = defineCall({
  method: 'POST',
  path: '/invitations/links',
  summary: 'Create a link with which a limited number of people can register',
  tag,
  authorization: 'required',
  limit: 'review',
  body: keyed(invitationLinkSchema),
  response: invitationSchema,
});

export const deleteInvitation = defineCall({
  method: 'DELETE',
  path: '/invitations/:id',
  summary: 'Revoke an invitation; accounts that were created with it stay',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: deletedResponseSchema,
});

/** `email` is absent if the invitation is for any address. */
export const openInvitation = defineCall({
  method: 'POST',
  path: '/invitations/opened',
  summary:
    'Open an invitation, which sets a cookie: registering from this browser within an hour uses the invitation',
  tag,
  authorization: 'none',
  limit: 'token',
  body: z.object({ token: tokenSchema }),
  response: z.object({ email: z.string().optional() }),
});
