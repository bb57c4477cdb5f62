import { Bell } from 'lucide-react';
import { Disclosure } from '#web/ui/disclosure.tsx';
import './notification-bell.css';
import { NotificationList } from './notification-list.tsx';
import { useUnread } from './use-unread.ts';

const MAX_SHOWN = 99;

/** The bell of a signed-in user: how many notifications are unread, and the newest of them. */
export const NotificationBell = ({ email }: { email: string }) => {
  const unread = useUnread(email);
  return (
    <>
      <Disclosure
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        buttonClass="btn btn-circle btn-ghost notification-bell"
        button={
          <>
            <Bell className="size-5" aria-hidden="true" />
            {unread > 0 && (
              <span className="notification-count" aria-hidden="true">
                {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
              </span>
            )}
          </>
        }
        panelClass="notification-panel"
      >
        {(close) => <NotificationList email={email} unread={unread} onFollow={close} />}
      </Disclosure>
      <span aria-live="polite" className="sr-only">
        {unread > 0 ? `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}` : ''}
      </span>
    </>
  );
};
