import { type ComponentProps, type MouseEvent, useEffect, useEffectEvent } from 'react';
import { createPath, type To } from 'react-router';
import { useNavigate } from './router-context.ts';
import { useLocation } from './screens.tsx';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the site, or the parts of the current one to change. */
  to: To;
  /** The state of the new page, stored in the history. */
  state?: unknown;
  /** Whether to load the page as a new document. */
  reloadDocument?: boolean;
}

/** Clicks with modifiers are left to the browser, for example to open a tab. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

/** A link to a page of the site, which the application shows without loading a new document. */
export const Link = ({ to, state, reloadDocument = false, onClick, ...props }: LinkProps) => {
  const location = useLocation();
  const navigate = useNavigate();
  const href = typeof to === 'string' ? to : createPath({ pathname: location.pathname, ...to });

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isOwnTab = !props.target || props.target === '_self';
    if (event.defaultPrevented || reloadDocument || !isOwnTab || !isPlain(event)) return;
    event.preventDefault();
    // A link to the current page adds no history entry.
    void navigate(href, { state, replace: href === createPath(location) });
  };
  return <a {...props} href={href} onClick={follow} />;
};

interface NavLinkProps extends Omit<LinkProps, 'to' | 'className'> {
  to: string;
  /** Another address of the same page. */
  alias?: string;
  /** What the addresses of the pages begin with that are reached from this one and have no menu link of their own. */
  below?: readonly string[];
  className: (state: { isActive: boolean }) => string;
}

/** A menu link that marks the current page, or the one that leads to it. */
export const NavLink = ({ to, alias, below = [], className, ...props }: NavLinkProps) => {
  const shown = useLocation()
    .pathname.replace(/(?<=.)\/+$/, '')
    .toLowerCase();
  const isCurrent = [to, alias].some((address) => address?.toLowerCase() === shown);
  const isActive = isCurrent || below.some((start) => shown.startsWith(start.toLowerCase()));
  return (
    <Link
      {...props}
      to={to}
      className={className({ isActive })}
      aria-current={isCurrent ? 'page' : isActive || undefined}
    />
  );
};

/** Replaces the current page with another one. */
export const Redirect = ({ to, state }: { to: string; state: unknown }) => {
  const navigate = useNavigate();
  // Rendering again must not redirect again: `state` changes while the page is being left.
  const leaveFor = useEffectEvent(
    (address: string) => void navigate(address, { replace: true, state, isFinal: true }),
  );
  useEffect(() => leaveFor(to), [to]);
  return null;
};
