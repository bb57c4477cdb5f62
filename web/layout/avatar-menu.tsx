import { useRef } from 'react';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSession } from '#web/session/session-context.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { AVATAR_FALLBACK, Picture } from '#web/ui/picture.tsx';
import { useLogout } from './use-logout.ts';

/** The avatar, which opens a menu with the user's name, the dashboard, and logout or login. */
export const AvatarMenu = () => {
  const { user } = useSession();
  const { logout, error } = useLogout();
  const button = useRef<HTMLButtonElement>(null);
  const leave = async ({ close, open }: Record<'close' | 'open', () => void>) => {
    // Closed first, so that the focus can move to the heading of the next page.
    close();
    if (await logout()) return;
    open();
    button.current?.focus();
  };
  return (
    <Disclosure
      label="Account menu"
      buttonClass="btn btn-circle btn-ghost"
      button={
        <Picture
          src={user?.photoURL ?? ''}
          fallback={AVATAR_FALLBACK}
          alt=""
          width={40}
          height={40}
          className="size-10 rounded-full object-cover"
        />
      }
      panelClass="fixed inset-auto end-[max(--spacing(4),calc((100%-var(--container-page))/2+--spacing(4)))] top-17 w-52 p-3 shadow-xl sm:end-[max(--spacing(6),calc((100%-var(--container-page))/2+--spacing(6)))]"
    >
      {(close, open) => (
        <div className="grid gap-2">
          <p className="px-1 text-sm break-words">
            Name: <bdi className="font-semibold">{user?.displayName ?? 'Visitor'}</bdi>
          </p>
          <Link to={PATHS.userHome} className="btn btn-soft btn-sm" onClick={close}>
            Dashboard
          </Link>
          {user ? (
            <button
              ref={button}
              type="button"
              className="btn btn-outline btn-sm"
              onClick={() => void leave({ close, open })}
            >
              Logout
            </button>
          ) : (
            <Link to={PATHS.login} className="btn btn-primary btn-sm" onClick={close}>
              Login
            </Link>
          )}
          {error && (
            <p role="alert" className="px-1 text-sm text-error">
              {error}
            </p>
          )}
        </div>
      )}
    </Disclosure>
  );
};
