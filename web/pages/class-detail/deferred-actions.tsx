import { memo, Suspense, use } from 'react';
import { deferred } from '#web/rendering/deferred.ts';

/** Loads the buttons that share and save a class. */
export const loadActions = deferred(() => import('./offer-actions.tsx'));

interface ActionsProps {
  classId: string;
  title: string;
}

const Actions = (offer: ActionsProps) => {
  const { OfferActions } = use(loadActions());
  return <OfferActions {...offer} />;
};

/** What one can do with a class besides enrolling. Memoized, for the reason that `DeferredParts` is. */
export const DeferredActions = memo((offer: ActionsProps) => (
  <Suspense fallback={<div className="skeleton h-10" />}>
    <Actions {...offer} />
  </Suspense>
));
