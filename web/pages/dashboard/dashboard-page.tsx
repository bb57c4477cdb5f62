import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { hasEnrollmentsQuery } from '#web/calls/enrollments.ts';
import { roleQuery } from '#web/calls/users.ts';
import { NavLink } from '#web/routing/link.tsx';
import { Outlet, useLocation } from '#web/routing/screens.tsx';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { dashboardMenu } from './dashboard-menu.ts';

const linkClass = ({ isActive }: { isActive: boolean }): string =>
  `block rounded-field px-4 py-2.5 text-sm font-semibold whitespace-nowrap hover:bg-base-200 ${
    isActive ? 'bg-primary text-primary-content hover:bg-primary' : ''
  }`;

/** Scrolls the current item into view where the menu is a scrolling row, also when its items change. */
const useCurrentInView = (isShown: boolean, isEnrolled: boolean) => {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = menu.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname, isShown, isEnrolled]);
  return menu;
};

/** The dashboard's layout: a side menu by role, which becomes a row above the content on small screens. */
export const Component = () => {
  const { role, rolePending, teaches } = useSession();
  const { email } = useSignedInUser();
  const roles = useQuery(roleQuery(email));
  const { data: isEnrolled = false } = useQuery({
    ...hasEnrollmentsQuery(email),
    enabled: role !== undefined && role !== 'student',
  });
  const menu = useCurrentInView(!rolePending && Boolean(role), isEnrolled);
  if (rolePending) return <PendingPage className="page" heading="Dashboard" />;
  if (!role) {
    return (
      <div className="page">
        <LoadError
          heading="h1"
          title="Your dashboard could not be loaded"
          onRetry={() => void roles.refetch()}
        />
      </div>
    );
  }
  return (
    <div className="page grid gap-8 lg:grid-cols-[15rem_1fr] lg:items-start">
      <nav
        ref={menu}
        aria-label="Dashboard"
        className="panel print:hidden overflow-x-auto p-2 lg:sticky lg:top-24"
      >
        <ul className="flex gap-1 lg:grid">
          {dashboardMenu(role, { teaches, isEnrolled }).map(({ label, ...item }) => (
            <li key={item.to}>
              <NavLink {...item} className={linkClass}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
};
