import { startTransition, useLayoutEffect, useRef, useState } from 'react';
import type { RouteObject } from 'react-router';
import { RouterContext } from './router-context.ts';
import type { Router } from './router.ts';
import { Screens } from './screens.tsx';
import { manageScroll, placeScroll } from './scroll.ts';

/** Renders the current page of the router. */
export const BrowserRoot = ({ router, routes }: { router: Router; routes: RouteObject[] }) => {
  const [visit, setVisit] = useState(router.current);
  const isFirst = useRef(true);

  useLayoutEffect(() => {
    manageScroll(() => router.current().location.key);
    return router.subscribe((next) => startTransition(() => setVisit(next)));
  }, [router]);

  useLayoutEffect(() => {
    // If the user or the browser has already scrolled the first page while it loaded, the position is kept.
    if (!isFirst.current) placeScroll(visit);
    else if (window.scrollY === 0) placeScroll({ ...visit, keepsScroll: true });
    isFirst.current = false;
  }, [visit]);

  return (
    <RouterContext value={router}>
      <Screens location={visit.location} routes={routes} />
    </RouterContext>
  );
};
