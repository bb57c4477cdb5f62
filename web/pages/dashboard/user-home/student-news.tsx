import type { Notification } from '#contract/notifications.ts';
import { useReadNotifications } from '#web/layout/use-read-notifications.ts';
import { Link } from '#web/routing/link.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { HomePanel } from './home-panel.tsx';

/** Marks and answers that a student received lately. Nothing if there are none. */
export const StudentNews = ({ news }: { news: Notification[] }) => {
  const { follow } = useReadNotifications();
  if (news.length === 0) return null;
  return (
    <HomePanel title="New marks and answers">
      <ul className="grid gap-3">
        {news.map((notification) => (
          <li key={notification._id} className="grid">
            <span className="flex flex-wrap items-center gap-x-2">
              <Link
                to={notification.path}
                onClick={() => follow(notification)}
                className="link inline-block min-h-6 font-semibold wrap-anywhere"
              >
                {notification.title}
              </Link>
              {!notification.read && <span className="badge badge-sm badge-primary">New</span>}
            </span>
            <span className="text-sm wrap-anywhere">{notification.text}</span>
            <time dateTime={notification.createdAt} className="muted text-xs">
              {formatMoment(notification.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </HomePanel>
  );
};
