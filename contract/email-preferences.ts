import { z } from 'zod';
import { defineCall } from './call.ts';
import { modifiedResponseSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { EMAIL_TOPICS } from './notifications.ts';

/** The topics for which a user has turned emails off. */
export const emailPreferencesSchema = z
  .object({ muted: z.array(z.enum(EMAIL_TOPICS)).max(EMAIL_TOPICS.length) })
  .meta({ id: 'EmailPreferences' });

/**
 * What a form sends. `seen` is what it was filled from: then only the differences are applied, so that a topic which has
 * been turned off elsewhere in the meantime stays off.
 */
const changedPreferencesSchema = emailPreferencesSchema.extend({
  seen: emailPreferencesSchema.shape.muted.optional(),
});

export type ChangedPreferences = z.infer<typeof changedPreferencesSchema>;

const tokenSchema = z.object({ token: z.string().max(TEXT_LIMITS.token) });
const tag = 'Notifications';

export const getEmailPreferences = defineCall({
  method: 'GET',
  path: '/account/email-preferences',
  summary: 'The topics of emails that the caller does not receive',
  tag,
  authorization: 'required',
  response: emailPreferencesSchema,
});

export const setEmailPreferences = defineCall({
  method: 'PUT',
  path: '/account/email-preferences',
  summary: 'Set the topics of emails that the caller does not receive',
  tag,
  authorization: 'required',
  limit: 'writing',
  body: changedPreferencesSchema,
  response: modifiedResponseSchema,
});

export const getPreferencesByLink = defineCall({
  method: 'GET',
  path: '/email-preferences',
  summary: 'The preferences of the recipient of an email, identified by the token of its link',
  tag,
  authorization: 'none',
  query: tokenSchema,
  response: emailPreferencesSchema,
});

export const setPreferencesByLink = defineCall({
  method: 'PUT',
  path: '/email-preferences',
  summary: 'Set the preferences of the recipient of an email, identified by the token of its link',
  tag,
  authorization: 'none',
  limit: 'writing',
  query: tokenSchema,
  body: changedPreferencesSchema,
  response: modifiedResponseSchema,
});

/** The one-click request of an email program (RFC 8058): a form with `List-Unsubscribe=One-Click`, without cookies. */
export const unsubscribe = defineCall({
  method: 'POST',
  path: '/email-preferences/unsubscribe',
  summary: 'One-click unsubscribe (RFC 8058)',
  tag,
  authorization: 'none',
  limit: 'writing',
  query: tokenSchema.extend({ topic: z.enum(EMAIL_TOPICS) }),
  response: modifiedResponseSchema,
});
