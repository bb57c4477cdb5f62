import { type ComponentProps, type MouseEvent, useEffect, useEffectEvent } from 'react';
import { createPath, type To } from 'react-router';
import { useNavigate } from './router-context.ts';
import { useLocation } from './screens.tsx';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the site, or what changes of the current one. */
  to: To;
  /** The state of the new page, kept in the history. */
  state?: unknown;
  /** Whether the browser loads the page as a document. */
  reloadDocument?: boolean;
}

/** Other clicks are the browser's, such as those that open a tab. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

/** A link to a page of the site, which the application shows without loading a document. */
export const Link = ({ to, state, reloadDocument = false, onClick, ...props }: LinkProps) => {
  const location = useLocation();
  const navigate = useNavigate();
  const href = typeof to === 'string' ? to : createPath({ pathname: location.pathname, ...to });

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isOwnTab = !props.target || props.target === '_self';
    if (event.defaultPrevented || reloadDocument || !isOwnTab || !isPlain(event)) return;
    event.preventDefault();
    // A link to the page itself adds nothing to the history.
    void navigate(href, { state, replace: href === createPath(location) });
  };
  return <a {...props} href={href} onClick={follow} />;
};

interface NavLinkProps extends Omit<LinkProps, 'to' | 'className'> {
  to: string;
  className: (state: { isActive: boolean }) => string;
}

/** A link of a menu, which marks the page that is shown. */
export const NavLink = ({ to, className, ...props }: NavLinkProps) => {
  const isActive =
    useLocation()
      .pathname.replace(/(?<=.)\/+$/, '')
      .toLowerCase() === to.toLowerCase();
  return (
    <Link
      {...props}
      to={to}
      className={className({ isActive })}
      aria-current={isActive ? 'page' : undefined}
    />
  );
};

/** Replaces the page by another one. */
export const Redirect = ({ to, state }: { to: string; state: unknown }) => {
  const navigate = useNavigate();
  // The page that is being left does not redirect again.
  const leaveFor = useEffectEvent((address: string) => void navigate(address, { replace: true, state }));
  useEffect(() => leaveFor(to), [to]);
  return null;
};
