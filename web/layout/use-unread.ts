import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { reload } from '#web/calls/client/reload.ts';
import { reloadQuietly } from '#web/calls/client/reload-quietly.ts';
import { notificationKeys, unreadQuery } from '#web/calls/notifications.ts';
import { createReloadSchedule, type ReloadSchedule } from './reload-schedule.ts';
import { useNotificationStream } from './use-notification-stream.ts';

/** The user does not see the screen, or something may be typed into what a reload could take away. */
const OBSTACLES = {
  isHidden: () => document.visibilityState === 'hidden',
  isBusy: () => document.querySelector('dialog[open]') !== null,
  onceShown: (resume: () => void) => {
    document.addEventListener('visibilitychange', resume, { once: true });
    return () => document.removeEventListener('visibilitychange', resume);
  },
};

/**
 * The number of a user's unread notifications. A new notification also reloads what the screen shows, and the role:
 * each is about something that has changed, often on this screen.
 */
export const useUnread = (email: string): number => {
  const client = useQueryClient();
  const schedule = useRef<ReloadSchedule>(undefined);
  useEffect(() => {
    const created = createReloadSchedule(
      (before) => void reloadQuietly(client, before, notificationKeys.all),
      OBSTACLES,
    );
    schedule.current = created;
    return created.stop;
  }, [client, email]);

  /** The moment that the stream reported last, until the number of that moment has arrived. */
  const reported = useRef<number>(undefined);
  const refresh = useCallback(
    (completeSince: number) => {
      reported.current = completeSince;
      void reload(client, notificationKeys.all);
    },
    [client],
  );
  const isStreaming = useNotificationStream(refresh);
  const { data: unread, dataUpdatedAt } = useQuery(unreadQuery(email, isStreaming));
  const last = useRef<{ email: string; unread: number }>(undefined);
  useEffect(() => {
    if (unread === undefined) return;
    const before = last.current?.email === email ? last.current.unread : undefined;
    const completeSince = reported.current ?? Infinity;
    // A notification may replace another one that is still unread, such as that of corrected marks.
    const mayBeReplaced = reported.current === Infinity && unread > 0 && unread === before;
    last.current = { email, unread };
    reported.current = undefined;
    if (before !== undefined && (unread > before || mayBeReplaced)) schedule.current?.add(completeSince);
  }, [email, unread, dataUpdatedAt]);
  return unread ?? 0;
};
