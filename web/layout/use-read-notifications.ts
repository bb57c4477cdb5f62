import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from '#contract/notifications.ts';
import { reloadScreen } from '#web/calls/client/reload.ts';
import { markNotificationsRead, notificationKeys } from '#web/calls/notifications.ts';
import { useLocation } from '#web/routing/screens.tsx';

/** Marks notifications as read: some or all by `marking`, or one that the user follows by a link. */
export const useReadNotifications = () => {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const marking = useMutation({
    mutationFn: markNotificationsRead,
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.all }),
  });
  const follow = ({ _id, path, read }: Notification) => {
    // A screen that stays open does not load by itself what the notification is about.
    if (new URL(path, window.location.origin).pathname === pathname) void reloadScreen(client);
    if (!read) marking.mutate([_id]);
  };
  return { marking, follow };
};
