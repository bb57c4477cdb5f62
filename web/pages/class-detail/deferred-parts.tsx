import { memo, Suspense, use, useDeferredValue } from 'react';
import type { Class } from '#contract/classes.ts';
import { deferred } from '#web/rendering/deferred.ts';

interface PartProps {
  offer: Class;
}

/** Loads the part of the page with the curriculum. */
export const loadCourse = deferred(() => import('./course.tsx'));

/** Loads the part with the feedback and other classes. */
export const loadBelowCourse = deferred(() => import('./below-course.tsx'));

const CoursePart = ({ offer }: PartProps) => {
  const { Course } = use(loadCourse());
  return <Course offer={offer} />;
};

const BelowCoursePart = ({ offer }: PartProps) => {
  const { BelowCourse } = use(loadBelowCourse());
  return <BelowCourse offer={offer} />;
};

// Memoized, because an urgent render would discard the server-rendered parts until their scripts have loaded.
const Boundaries = memo(({ offer }: PartProps) => (
  <>
    <Suspense>
      <CoursePart offer={offer} />
    </Suspense>
    <Suspense>
      <BelowCoursePart offer={offer} />
    </Suspense>
  </>
));

/** The curriculum, the feedback and other classes. They work without scripts, so they are hydrated last. */
export const DeferredParts = ({ offer }: PartProps) => <Boundaries offer={useDeferredValue(offer)} />;
