import { lazy, Suspense, useSyncExternalStore } from 'react';

const load = async () => ({ default: (await import('./page-extras.tsx')).PageExtras });
const PageExtras = lazy(load);

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
      <PageExtras />
    </Suspense>
  ) : null;
};
