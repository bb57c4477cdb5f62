import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MOST_DEMANDED_COUNT } from '#contract/constants.ts';
import { classesQuery } from '#web/calls/classes.ts';
import { ClassGrid, ClassGridSkeleton } from '#web/classes/class-grid.tsx';
import { PATHS } from '#web/paths.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { FeedbackCarousel } from './feedback-carousel.tsx';

/** Approved classes only, by enrolment, the six highest (spec section 2). */
const mostDemandedQuery = classesQuery({ status: 'approve', sort: '-enroll', limit: MOST_DEMANDED_COUNT });

const MostDemanded = () => {
  const { data, isPending, refetch } = useQuery(mostDemandedQuery);
  if (isPending) return <ClassGridSkeleton count={MOST_DEMANDED_COUNT} />;
  if (!data) return <LoadError title="The classes could not be loaded" onRetry={() => void refetch()} />;
  return <ClassGrid classes={data} heading="h3" />;
};

export const Component = () => {
  useTitle('Online classes by people who do it for a living');
  return (
    <>
      <section className="border-b border-base-300 bg-base-100">
        <div className="page grid items-center gap-8 py-12 lg:grid-cols-2 lg:py-20">
          <div className="grid justify-items-start gap-5">
            <p className="text-sm font-bold tracking-wide text-primary uppercase">
              Teaching, Learning And Management
            </p>
            <h1 className="text-4xl sm:text-5xl">Learn With Us And Make A Smart Career</h1>
            <p className="muted max-w-lg text-lg">
              Small classes in web, marketing, design, apps, games and search. Real projects, real feedback,
              and a teacher who answers.
            </p>
            <div className="flex flex-wrap gap-3">
              <Link to={PATHS.allClasses} className="btn btn-primary btn-lg">
                See all classes
              </Link>
              <Link to={PATHS.registration} className="btn btn-outline btn-lg">
                Create an account
              </Link>
            </div>
          </div>
          <img
            src="/pictures/hero.svg"
            alt=""
            width="640"
            height="480"
            className="h-auto w-full rounded-box"
          />
        </div>
      </section>
      <section className="page grid gap-8" aria-labelledby="most-demanded">
        <h2 id="most-demanded">Highest Enrollment This Session</h2>
        <MostDemanded />
      </section>
      <section className="page grid gap-4" aria-labelledby="feedback">
        <h2 id="feedback">What Our Students Say</h2>
        <FeedbackCarousel />
      </section>
    </>
  );
};
