import { Fragment, type ReactNode } from 'react';
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
  return (
    <>
      {parts.slice(0, awaited === -1 ? undefined : awaited).map(({ name, content }) => (
        <Fragment key={name}>{content}</Fragment>
      ))}
      {awaited !== -1 && <PanelSkeleton />}
    </>
  );
};
