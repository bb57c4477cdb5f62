import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isRevisited } from '#web/routing/scroll.ts';
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
  const queryClient = useQueryClient();
  const fetching = useIsFetching();
  const visit = useRef({ key: '', isOver: false, startedAt: 0 });
  useEffect(() => {
    if (visit.current.key !== key)
      visit.current = { key, isOver: hash === '' || isRevisited(key), startedAt: Date.now() };
    // The screen's queries may have begun after it was rendered.
    if (visit.current.isOver || queryClient.isFetching() > 0) return;
    const isLate = Date.now() - visit.current.startedAt > PATIENCE;
    const heading = isLate ? null : document.getElementById(hash.slice(1));
    visit.current.isOver = isLate || heading !== null;
    if (!heading) return;
    heading.scrollIntoView({ block: 'start' });
    // Not while the user is writing or sending.
    if (!document.activeElement?.matches('input, textarea, select, form *'))
      focusHeading(heading, { preventScroll: true });
  }, [hash, key, fetching, queryClient]);
  return null;
};
