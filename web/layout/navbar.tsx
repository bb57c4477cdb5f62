import { Menu } from 'lucide-react';
import { Suspense } from 'react';
import { later } from '#web/rendering/later.tsx';
import { NavLink } from '#web/routing/link.tsx';
import { useSession } from '#web/session/session-context.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { AvatarMenu } from './avatar-menu.tsx';
import { Logo } from './logo.tsx';
import { type NavbarLink, navbarLinks } from './navbar-links.ts';
import { ThemeToggle } from './theme-toggle.tsx';

/** Loaded for signed-in users only. */
const NotificationBell = later(async () => (await import('./notification-bell.tsx')).NotificationBell);

const linkClass = ({ isActive }: { isActive: boolean }): string =>
  `rounded-full px-3 py-2 text-sm font-semibold hover:bg-base-200 ${isActive ? 'bg-secondary text-secondary-content' : ''}`;

const Links = ({ links, onFollow }: { links: NavbarLink[]; onFollow?: () => void }) =>
  links.map(({ to, label }) => (
    <li key={to}>
      <NavLink to={to} className={(state) => `block ${linkClass(state)}`} onClick={onFollow}>
        {label}
      </NavLink>
    </li>
  ));

/** Positions a message below the navbar, over the page. */
const NOTE_CLASS =
  'absolute end-4 top-full rounded-b-field border border-t-0 border-base-300 bg-base-100 px-3 py-1 text-sm sm:end-6';

export const Navbar = () => {
  const { user, loading: isLoading, role, rolePending, failure, retry } = useSession();
  const links = navbarLinks(role);
  return (
    <header className="print:hidden fixed inset-x-0 top-0 z-30 border-b border-base-300 bg-base-100/95 backdrop-blur">
      <div className="relative mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:px-6">
        <div className="lg:hidden">
          <Disclosure
            label="Menu"
            buttonClass="btn btn-circle btn-ghost -ms-2"
            button={<Menu className="size-5" aria-hidden="true" />}
            panelClass="fixed inset-auto start-4 top-17 w-60 p-2 shadow-xl sm:start-6"
          >
            {(close) => (
              <nav aria-label="Main">
                <ul className="grid gap-1">
                  <Links links={links} onFollow={close} />
                </ul>
              </nav>
            )}
          </Disclosure>
        </div>
        <Logo />
        <nav aria-label="Main" className="mx-auto hidden shrink-0 lg:block">
          <ul className="flex gap-1">
            <Links links={links} />
          </ul>
        </nav>
        <div className="ms-auto flex items-center sm:gap-1 lg:ms-0">
          {/* The bell loads last, and its appearance must not move a control that the user is about to tap. */}
          {user && !isLoading && (
            <Suspense>
              <NotificationBell email={user.email} />
            </Suspense>
          )}
          <ThemeToggle />
          <AvatarMenu />
        </div>
        {rolePending && (
          <span role="status" className={`when-interactive muted ${NOTE_CLASS}`}>
            Loading...
          </span>
        )}
        {failure && (
          <div role="alert" className={NOTE_CLASS}>
            We couldn’t verify your login.{' '}
            <button type="button" className="link font-semibold text-primary" onClick={retry}>
              Try again
            </button>
          </div>
        )}
      </div>
    </header>
  );
};
