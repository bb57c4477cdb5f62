import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { RouterContext } from '#web/routing/router-context.ts';
import { useLocation } from '#web/routing/screens.tsx';
import { focusHeading } from './focus-place.ts';

/** How long the part may take to load, in milliseconds. Later, the user is reading something else. */
const PATIENCE = 10_000;

/**
 * Leads to the heading that the hash of the address names, also if this screen is already open. Waits until the screen has
 * loaded, because what loads above would move the heading away. Shows nothing.
 */
export const LinkedPart = () => {
  const { hash, key } = useLocation();
  const { isRevisited } = useContext(RouterContext);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (hash === '' || isRevisited?.(key)) return undefined;
    const startedAt = Date.now();
    const lead = (): void => {
      // The screen's queries may have begun after it was rendered.
      if (queryClient.isFetching() > 0) return;
      const isLate = Date.now() - startedAt > PATIENCE;
      const heading = isLate ? null : document.getElementById(hash.slice(1));
      if (!isLate && !heading) return;
      stop();
      if (!heading) return;
      heading.scrollIntoView({ block: 'start' });
      // Not while the user is writing or sending.
      if (!document.activeElement?.matches('input, textarea, select, form *'))
        focusHeading(heading, { preventScroll: true });
    };
    let timer: ReturnType<typeof setTimeout>;
    // React renders the results of a load after the cache has told of it.
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(lead);
    };
    const unsubscribe = queryClient.getQueryCache().subscribe(later);
    const stop = (): void => {
      clearTimeout(timer);
      unsubscribe();
    };
    later();
    return stop;
  }, [hash, key, isRevisited, queryClient]);
  return null;
};
