import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Notification } from '#contract/notifications.ts';
import {
  markNotificationsRead,
  notificationKeys,
  notificationsQuery,
  SHOWN,
} from '#web/calls/notifications.ts';
import { formatMoment } from '#web/ui/format-date.ts';

/** Whether the popover around an element is open: only then is its content loaded. */
const usePopoverOpen = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const popover = ref.current?.closest('[popover]');
    const follow = (event: Event) => setOpen((event as ToggleEvent).newState === 'open');
    popover?.addEventListener('toggle', follow);
    return () => popover?.removeEventListener('toggle', follow);
  }, []);
  return [ref, isOpen] as const;
};

interface EntryProps {
  notification: Notification;
  onFollow: () => void;
}

const Entry = ({ notification: { title, text, path, createdAt, read }, onFollow }: EntryProps) => (
  <li>
    <Link to={path} onClick={onFollow} className={`notification ${read ? '' : 'notification-unread'}`}>
      <span dir="auto" className={`block wrap-anywhere ${read ? '' : 'font-semibold'}`}>
        {!read && <span className="sr-only">Unread: </span>}
        {title}
      </span>
      <span dir="auto" className="block text-sm wrap-anywhere">
        {text}
      </span>
      <time dateTime={createdAt} className="muted block text-xs">
        {formatMoment(createdAt)}
      </time>
    </Link>
  </li>
);

interface ListProps {
  email: string;
  unread: number;
  onFollow: () => void;
}

/** The newest notifications, each a link to what it is about. */
export const NotificationList = ({ email, unread, onFollow }: ListProps) => {
  const [ref, isOpen] = usePopoverOpen();
  const [limit, setLimit] = useState(SHOWN);
  const client = useQueryClient();
  const { data, isError, isPending, refetch } = useQuery({
    ...notificationsQuery(email, limit),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const { mutate, isPending: isMarking } = useMutation({
    mutationFn: markNotificationsRead,
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.all }),
  });
  const follow = ({ _id, read }: Notification) => {
    if (!read) mutate([_id]);
    onFollow();
  };
  return (
    <div ref={ref} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2 px-1">
        <p className="font-bold">Notifications</p>
        {unread > 0 && (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            disabled={isMarking}
            onClick={() => mutate(undefined)}
          >
            Mark all as read
          </button>
        )}
      </div>
      {isError && (
        <p role="alert" className="px-1 text-sm">
          Your notifications could not be loaded.{' '}
          <button type="button" className="link font-semibold text-primary" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {isOpen && isPending && <p className="muted px-1 text-sm">Loading...</p>}
      {data?.length === 0 && <p className="muted px-1 pb-2 text-sm">No notifications yet.</p>}
      {data && data.length > 0 && (
        <ul className="grid gap-1">
          {data.map((notification) => (
            <Entry key={notification._id} notification={notification} onFollow={() => follow(notification)} />
          ))}
        </ul>
      )}
      {data && data.length >= limit && limit < 100 && (
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          onClick={() => setLimit(Math.min(limit + SHOWN, 100))}
        >
          Show older
        </button>
      )}
    </div>
  );
};
