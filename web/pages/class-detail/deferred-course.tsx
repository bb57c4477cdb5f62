import { memo, Suspense, use, useDeferredValue } from 'react';
import type { Class } from '#contract/classes.ts';
import { deferred } from '#web/rendering/deferred.ts';

/** Loads the part of the page with the curriculum. */
export const loadCourse = deferred(() => import('./course.tsx'));

const Part = ({ offer }: { offer: Class }) => {
  const { Course } = use(loadCourse());
  return <Course offer={offer} />;
};

// Memoized, because an urgent render would discard the server-rendered part until its script has loaded.
const Boundary = memo(({ offer }: { offer: Class }) => (
  <Suspense>
    <Part offer={offer} />
  </Suspense>
));

/** The curriculum. It works without scripts, so it is hydrated last. */
export const DeferredCourse = ({ offer }: { offer: Class }) => <Boundary offer={useDeferredValue(offer)} />;
