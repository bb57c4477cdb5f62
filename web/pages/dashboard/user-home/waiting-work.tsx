import { useId } from 'react';
import { Link } from '#web/routing/link.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

export interface WaitingItem {
  /** Where it is done. */
  to: string;
  text: string;
}

interface WaitingWorkProps {
  isPending: boolean;
  /** Absent if some of it could not be loaded. */
  items: WaitingItem[] | undefined;
  /** What is said if there is nothing. */
  nothing: string;
  onRetry: () => void;
}

/** What waits for the user, each with a link to where it is done. */
export const WaitingWork = ({ isPending, items, nothing, onRetry }: WaitingWorkProps) => {
  const heading = useId();
  if (isPending)
    return <div className="skeleton h-80 w-full rounded-box" role="status" aria-label="Loading" />;
  if (!items) return <LoadError title="What waits for you could not be loaded" onRetry={onRetry} />;
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
              <Link to={to} dir="auto" className="link font-semibold wrap-anywhere">
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
