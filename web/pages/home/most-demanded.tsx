import { useQuery } from '@tanstack/react-query';
import { classesQuery } from '#web/calls/classes.ts';
import { ClassGrid, ClassGridSkeleton } from '#web/classes/class-grid.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

const MOST_DEMANDED_COUNT = 6;

/** The approved classes with the highest enrollment. */
export const mostDemandedQuery = classesQuery({
  status: 'approve',
  sort: '-enroll',
  limit: MOST_DEMANDED_COUNT,
});

const Classes = () => {
  const { data, isPending, refetch } = useQuery(mostDemandedQuery);
  if (isPending) return <ClassGridSkeleton count={MOST_DEMANDED_COUNT} />;
  if (!data) return <LoadError title="The classes could not be loaded" onRetry={() => void refetch()} />;
  return <ClassGrid classes={data} heading="h3" />;
};

export const MostDemanded = () => (
  <section className="page grid gap-8" aria-labelledby="most-demanded">
    <h2 id="most-demanded">Highest Enrollment This Session</h2>
    <Classes />
    <Link to={PATHS.allClasses} className="btn btn-outline justify-self-center">
      See all classes
    </Link>
  </section>
);
