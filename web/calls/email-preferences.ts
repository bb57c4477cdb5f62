import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/email-preferences.ts';
import { request } from './client/api-client.ts';

/** @param token from the link in an email. Absent: the preferences of the signed-in user */
export const emailPreferencesQuery = (token?: string) =>
  queryOptions({
    queryKey: ['email-preferences', token ?? 'own'],
    queryFn: async () =>
      token === undefined
        ? (await request(calls.getEmailPreferences)).data
        : (await request(calls.getPreferencesByLink, { query: { token } })).data,
  });

export const setEmailPreferences = (body: calls.ChangedPreferences, token?: string) =>
  token === undefined
    ? request(calls.setEmailPreferences, { body })
    : request(calls.setPreferencesByLink, { query: { token }, body });
