import { Fragment, type ReactNode, useState } from 'react';
import { PanelSkeleton } from '#web/ui/panel-skeleton.tsx';

interface LoadingQuery {
  isPending: boolean;
  failureCount: number;
}

interface Part {
  name: string;
  /** What it needs. */
  queries: LoadingQuery[];
  content: ReactNode;
}

/** A query that is repeated after a failure does not hold up the other parts. */
const isAwaited = ({ isPending, failureCount }: LoadingQuery): boolean => isPending && failureCount === 0;

/** Shows the parts of a screen in order, each once those before it have loaded, so that none is pushed down. */
export const PartsInOrder = ({ parts }: { parts: Part[] }) => {
  const awaited = parts.findIndex(({ queries }) => queries.some(isAwaited));
  const ready = awaited === -1 ? parts.length : awaited;
  const [shown, setShown] = useState(ready);
  // A part that is loaded again after a failure is pending again, and those after it stay.
  if (ready > shown) setShown(ready);
  return (
    <>
      {parts.slice(0, shown).map(({ name, content }) => (
        <Fragment key={name}>{content}</Fragment>
      ))}
      {/* Another one for each part, because one that moves down would be a layout shift. */}
      {shown < parts.length && <PanelSkeleton key={shown} />}
    </>
  );
};
