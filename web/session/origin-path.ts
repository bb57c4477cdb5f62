import type { Path } from 'react-router';
import { isStandalone } from '#web/paths.ts';

/** Stands for the site itself, whatever its address is. */
const SITE = 'http://site.invalid';

/**
 * The page that a login is to lead back to, from the login's own address, which anybody may have written.
 * @returns undefined for anything but a path of the site, and for the login itself
 */
export const readOriginPath = (from: string | null): Pick<Path, 'pathname' | 'search'> | undefined => {
  if (!from?.startsWith('/') || !URL.canParse(from, SITE)) return undefined;
  const { origin, pathname, search } = new URL(from, SITE);
  // `/.//elsewhere` becomes a path that browsers read as another site's address.
  if (origin !== SITE || pathname.startsWith('//') || isStandalone(pathname)) return undefined;
  return { pathname, search };
};
