import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { hasEnrollmentsQuery } from '#web/calls/enrollments.ts';
import { roleQuery } from '#web/calls/users.ts';
import { NavLink } from '#web/routing/link.tsx';
import { Outlet, useLocation } from '#web/routing/screens.tsx';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { dashboardMenu, type MenuItem } from './dashboard-menu.ts';

const linkClass = ({ isActive }: { isActive: boolean }): string =>
  `block rounded-field px-3 py-2.5 text-sm font-semibold hover:bg-base-200 lg:px-4 ${
    isActive ? 'bg-primary text-primary-content hover:bg-primary' : ''
  }`;

/**
 * The side menu. Small screens show the item of the current page and a button for the others, which are hidden again when
 * the user goes to another page.
 */
const SideMenu = ({ items }: { items: MenuItem[] }) => {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const listId = useId();
  const isOpen = openAt === pathname;
  // Otherwise it would be open when the user comes back.
  if (openAt !== undefined && !isOpen) setOpenAt(undefined);
  return (
    <nav
      aria-label="Dashboard"
      className="panel print:hidden flex flex-wrap items-center gap-1 p-2 lg:sticky lg:top-24 lg:block"
    >
      <button
        type="button"
        className="btn btn-ghost lg:hidden"
        aria-label="Dashboard menu"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpenAt(isOpen ? undefined : pathname)}
      >
        Menu
        <ChevronDown className={`size-4 ${isOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
      </button>
      <ul
        id={listId}
        className={`grid gap-1 lg:grid-cols-1 ${isOpen ? 'basis-full grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))]' : ''}`}
      >
        {items.map(({ label, ...item }) => (
          <li key={item.to} className={isOpen ? '' : 'max-lg:not-has-[[aria-current]]:hidden'}>
            <NavLink
              {...item}
              className={linkClass}
              // The link to the current page leads to no other one, which would close the menu.
              onClick={() => item.to === pathname && setOpenAt(undefined)}
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** The dashboard's layout: a side menu by role, which is above the content on small screens. */
export const Component = () => {
  const { role, rolePending, teaches } = useSession();
  const { email } = useSignedInUser();
  const roles = useQuery(roleQuery(email));
  const { data: isEnrolled = false } = useQuery({
    ...hasEnrollmentsQuery(email),
    enabled: role !== undefined && role !== 'student',
  });
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
    <div className="page grid gap-8 lg:grid-cols-[15rem_1fr] lg:items-start print:block">
      <SideMenu items={dashboardMenu(role, { teaches, isEnrolled })} />
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
};
