import { queryOptions } from '@tanstack/react-query';
import { API_BASE } from '#contract/call.ts';
import * as calls from '#contract/notifications.ts';
import { request } from './client/api-client.ts';
import { fetchInTime } from './client/transport.ts';
import { freshAccessToken } from './session/access-token.ts';

/** How often the client polls for new notifications while the stream is closed, in milliseconds. */
const POLLING = 60_000;
/** Milliseconds without a heartbeat after which the connection is considered lost. */
const SILENCE = 2.5 * calls.NOTIFICATION_HEARTBEAT;
/** How many notifications are shown at first, and how many "Show older" adds. */
export const SHOWN = 10;

const MARKS_AND_ANSWERS = {
  kinds: ['submission graded', 'new answer', 'feedback reply'].join(),
  days: 14,
  limit: 5,
  current: 'yes',
} as const;

export const notificationKeys = { all: ['notifications'] as const };

/** @param isStreaming whether the stream reports changes of the count */
export const unreadQuery = (email: string, isStreaming: boolean) =>
  queryOptions({
    queryKey: [...notificationKeys.all, email, 'unread'],
    queryFn: async () =>
      (await request(calls.countUnreadNotifications, {}, { isInBackground: true })).data.count,
    refetchInterval: isStreaming ? false : POLLING,
  });

export const notificationsQuery = (email: string, limit: number) =>
  queryOptions({
    queryKey: [...notificationKeys.all, email, 'list', limit],
    queryFn: async () => (await request(calls.listNotifications, { query: { limit, page: 1 } })).data,
  });

/** The newest marks and answers that a student received in the last 14 days, without marks that no longer count. */
export const recentMarksAndAnswersQuery = (email: string) =>
  queryOptions({
    queryKey: [...notificationKeys.all, email, 'marks and answers'],
    queryFn: async () => (await request(calls.listNotifications, { query: MARKS_AND_ANSWERS })).data,
  });

export const markNotificationsRead = (ids?: string[]) =>
  request(calls.markNotificationsRead, { body: { ids: ids ?? null } });

/**
 * Listens to the stream of server-sent events until it ends. Uses `fetch`, because EventSource cannot send an access
 * token. Nothing else reports a connection that was lost without being closed, such as that of a server without power.
 * @param onEvent called when the stream opens, and for each change
 * @throws Error if there is no stream, or if it falls silent
 */
export const listenForNotifications = async (signal: AbortSignal, onEvent: () => void): Promise<void> => {
  const token = await freshAccessToken();
  const init = { headers: { authorization: `Bearer ${token}` }, signal };
  const response = await fetchInTime(`${API_BASE}${calls.NOTIFICATION_STREAM}`, init, SILENCE);
  if (!response.ok || !response.body) throw new Error(`No event stream: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    // A part may end anywhere in a line.
    const lines = (begun + part.value).split('\n');
    begun = lines.pop()!;
    if (lines.some((line) => line.startsWith('event:'))) onEvent();
  }
};
