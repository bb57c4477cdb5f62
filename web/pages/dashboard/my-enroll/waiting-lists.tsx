import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { WaitingListEntry } from '#contract/waiting-lists.ts';
import { waitingListsQuery } from '#web/calls/waiting-lists.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { formatDue } from '#web/ui/format-date.ts';
import { LoadError } from '#web/ui/load-error.tsx';

const placeOf = ({ position, keptUntil }: WaitingListEntry): string =>
  keptUntil
    ? `A seat is reserved for you until ${formatDue(keptUntil)}`
    : `You’re number ${position} in line`;

/** The waiting lists that the student has joined, if any. */
export const WaitingLists = () => {
  const { email } = useSignedInUser();
  const { data = [], isLoadingError, refetch } = useQuery(waitingListsQuery(email));
  const heading = useId();
  // One of them may have a seat that is reserved for a limited time.
  if (isLoadingError)
    return <LoadError title="Your waiting lists could not be loaded" onRetry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <section className="panel grid gap-4 p-5" aria-labelledby={heading}>
      <h2 id={heading} className="text-lg">
        Waiting lists
      </h2>
      <ul className="grid gap-4">
        {data.map((entry) => (
          <li key={entry._id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p dir="auto" className="font-semibold wrap-anywhere">
                {entry.title}
              </p>
              <p className={`text-sm ${entry.keptUntil ? 'font-semibold text-success' : 'muted'}`}>
                {placeOf(entry)}
              </p>
            </div>
            <Link
              to={PATHS.classDetail(entry.classId)}
              className={`btn btn-sm ${entry.keptUntil ? 'btn-primary' : 'btn-outline'}`}
              aria-label={`${entry.keptUntil ? 'Take the seat' : 'View class'}: ${entry.title}`}
            >
              {entry.keptUntil ? 'Take the seat' : 'View class'}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
