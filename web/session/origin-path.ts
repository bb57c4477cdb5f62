import type { Path } from 'react-router';
import { isStandalone } from '#web/paths.ts';

/** Placeholder origin for parsing paths of the site. */
const SITE = 'http://site.invalid';

/**
 * Reads the page to return to after a login from the login's own address, which is untrusted input.
 * @returns undefined unless it is a path of the site other than the login itself
 */
export const readOriginPath = (from: string | null): Pick<Path, 'pathname' | 'search'> | undefined => {
  if (!from?.startsWith('/') || !URL.canParse(from, SITE)) return undefined;
  const { origin, pathname, search } = new URL(from, SITE);
  // `/.//elsewhere` is normalized to a path that browsers would treat as another site's address.
  if (origin !== SITE || pathname.startsWith('//') || isStandalone(pathname)) return undefined;
  return { pathname, search };
};
