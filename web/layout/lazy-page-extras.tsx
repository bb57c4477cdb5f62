import { Suspense, useSyncExternalStore } from 'react';
import { deferred } from '#web/rendering/deferred.ts';
import { partOf } from '#web/rendering/later.tsx';

const load = deferred(() => import('./page-extras.tsx'));

const Extras = partOf(load, ({ PageExtras }) => PageExtras);

// Loads in parallel with the first screen.
if (!import.meta.env.SSR) void load();

const subscribeToNothing = () => () => undefined;

/** The extras are needed only once the page is interactive, so their script is not one of the first. */
export const LazyPageExtras = () => {
  const isInteractive = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return isInteractive ? (
    <Suspense>
      <Extras />
    </Suspense>
  ) : null;
};
