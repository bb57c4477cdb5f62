import { type ComponentType, memo, Suspense, useDeferredValue } from 'react';
import type { Class } from '#contract/classes.ts';
import { deferred } from '#web/rendering/deferred.ts';
import { partOf } from '#web/rendering/later.tsx';

interface PartProps {
  offer: Class;
}

/** Loads the buttons that share and save the class. */
export const loadActions = deferred(() => import('./offer-actions.tsx'));

/** Loads the part of the page with the curriculum. */
export const loadCourse = deferred(() => import('./course.tsx'));

/** Loads the part with other classes. */
export const loadOthers = deferred(() => import('./other-classes.tsx'));

/** The buttons that share and save the class. */
export const ActionsPart = partOf(loadActions, ({ OfferActions }) => OfferActions);

/** The curriculum. */
export const CoursePart = partOf(loadCourse, ({ Course }) => Course);

/** Other classes by the teacher, and other classes in the category. */
export const OthersPart = partOf(loadOthers, ({ OtherClasses }) => OtherClasses);

interface DeferredProps extends PartProps {
  part: ComponentType<PartProps>;
}

// Memoized, because an urgent render would discard the server-rendered part until its script has loaded.
const Boundary = memo(({ part: Part, offer }: DeferredProps) => (
  <Suspense>
    <Part offer={offer} />
  </Suspense>
));

/** A part that works without scripts or is not needed at once, so it is hydrated last. */
export const Deferred = ({ part, offer }: DeferredProps) => (
  <Boundary part={part} offer={useDeferredValue(offer)} />
);
