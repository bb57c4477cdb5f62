import { type ReactNode, useId } from 'react';
import { Link } from '#web/routing/link.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PanelSkeleton } from '#web/ui/panel-skeleton.tsx';

export interface OpenTask {
  /** The screen for the work. */
  to: string;
  text: string;
}

/** Returns an item with the count and the matching noun, or nothing if the count is zero. */
export const counted = (to: string, count: number, [one, several]: readonly [string, string]): OpenTask[] =>
  count === 0 ? [] : [{ to, text: `${count} ${count === 1 ? one : several}` }];

interface OpenTasksProps {
  isPending: boolean;
  /** Absent if some of them could not be loaded. */
  items: OpenTask[] | undefined;
  /** Shown if there is no work. */
  nothing: string;
  onRetry: () => void;
  /** What follows. It appears after the tasks, which would otherwise push it down. */
  children?: ReactNode;
}

const Tasks = ({ items, nothing }: { items: OpenTask[]; nothing: string }) => {
  const heading = useId();
  return (
    <section className="panel grid gap-4 p-6" aria-labelledby={heading}>
      <h2 id={heading} className="text-lg">
        Waiting for you
      </h2>
      {items.length === 0 ? (
        <p className="muted">{nothing}</p>
      ) : (
        <ul className="grid gap-3">
          {items.map(({ to, text }) => (
            <li key={to}>
              <Link to={to} dir="auto" className="link inline-block min-h-6 font-semibold wrap-anywhere">
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** The user's open work, each item with a link to its screen. */
export const OpenTasks = ({ isPending, items, nothing, onRetry, children }: OpenTasksProps) => {
  if (isPending) return <PanelSkeleton />;
  return (
    <>
      {items ? (
        <Tasks items={items} nothing={nothing} />
      ) : (
        <LoadError title="Your open tasks could not be loaded" onRetry={onRetry} />
      )}
      {children}
    </>
  );
};
