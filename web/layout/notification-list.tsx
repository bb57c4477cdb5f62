import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { notificationsQuery, SHOWN } from '#web/calls/notifications.ts';
import { Link } from '#web/routing/link.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { formatDeadline, formatMoment } from '#web/ui/format-date.ts';
import { ShowMoreButton } from '#web/ui/show-more-button.tsx';
import { useShowMore } from '#web/ui/use-show-more.ts';
import { useReadNotifications } from './use-read-notifications.ts';

/** Whether the popover around an element is open. Its content is loaded only then. */
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

/** The maximum number of notifications that can be shown. */
const MAX_SHOWN = 100;

interface EntryProps {
  notification: Notification;
  onFollow: () => void;
}

const Entry = ({
  notification: { title, text, quote, path, deadline, createdAt, read },
  onFollow,
}: EntryProps) => (
  <li tabIndex={-1} className="rounded-field">
    <Link to={path} onClick={onFollow} className={`notification ${read ? '' : 'notification-unread'}`}>
      <span className={`block wrap-anywhere ${read ? '' : 'font-semibold'}`}>
        {!read && <span className="sr-only">Unread: </span>}
        {title}
      </span>
      <span className="block text-sm wrap-anywhere">{text}</span>
      {quote && (
        <span
          dir="auto"
          className="my-1 line-clamp-6 border-s-2 border-base-300 ps-2 text-sm whitespace-pre-line wrap-anywhere"
        >
          {quote}
        </span>
      )}
      {deadline && <span className="block text-sm font-semibold">Until {formatDeadline(deadline)}</span>}
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

/** The newest notifications, each linked to its subject. */
export const NotificationList = ({ email, unread, onFollow }: ListProps) => {
  const [ref, isOpen] = usePopoverOpen();
  const [limit, setLimit] = useState(SHOWN);
  const { marking, follow } = useReadNotifications();
  const { data, isError, isPending, isPlaceholderData, refetch } = useQuery({
    ...notificationsQuery(email, limit),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const mayHaveOlder = data && (isPlaceholderData || (data.length >= limit && limit < MAX_SHOWN));
  const { list, announcement, ask } = useShowMore({
    count: data?.length ?? 0,
    isLoading: isPlaceholderData,
    describeNew: (more) => `${more} older ${more === 1 ? 'notification' : 'notifications'} shown`,
  });
  return (
    <div ref={ref} role="group" aria-label="Notifications" className="grid gap-2">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2 px-1">
        <p className="font-bold">Notifications</p>
        {unread > 0 && (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            disabled={marking.isPending}
            onClick={() => marking.mutate(undefined)}
          >
            Mark all as read
          </button>
        )}
      </div>
      {marking.error && <FormError>{marking.error.message}</FormError>}
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
        <ul ref={list} className="grid gap-1">
          {data.map((notification) => (
            <Entry
              key={notification._id}
              notification={notification}
              onFollow={() => {
                follow(notification);
                onFollow();
              }}
            />
          ))}
        </ul>
      )}
      {mayHaveOlder && (
        <ShowMoreButton
          label="Show older"
          name="Show older notifications"
          className="btn-ghost btn-sm"
          isLoading={isPlaceholderData}
          onClick={() => {
            ask();
            setLimit(Math.min(limit + SHOWN, MAX_SHOWN));
          }}
        />
      )}
    </div>
  );
};
