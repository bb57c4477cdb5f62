import { z } from 'zod';
import { defineCall } from './call.ts';
import { modifiedResponseSchema, TEXT_LIMITS } from './common.ts';
import { EMAIL_TOPICS } from './notifications.ts';

/** The topics for which a user has turned emails off. */
export const emailPreferencesSchema = z
  .object({ muted: z.array(z.enum(EMAIL_TOPICS)).max(EMAIL_TOPICS.length) })
  .meta({ id: 'EmailPreferences' });

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
  body: emailPreferencesSchema,
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
  body: emailPreferencesSchema,
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
