import { GraduationCap } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { later } from '#web/rendering/later.tsx';
import { Link } from '#web/routing/link.tsx';
import { DESCRIPTION_PREVIEW } from './description-preview.ts';
import { PATHS } from '#web/paths.ts';
import { useSession } from '#web/session/session-context.ts';
import { ClassCover } from './class-cover.tsx';
import { ClassKind } from './class-kind.tsx';
import { ClassRating } from './class-rating.tsx';
import { StartDate } from './start-date.tsx';
import { TeacherName } from './teacher-name.tsx';
import { truncate } from '#web/ui/truncate.ts';
import { Price } from '#web/ui/price.tsx';

/** Loaded only for signed-in users. */
const RelationBadge = later(async () => (await import('./relation-badge.tsx')).RelationBadge);

interface ClassCardProps {
  offer: Class;
  /** All classes that are shown together. */
  among: Class[];
  /** The heading level that follows the heading above the cards. */
  heading: 'h2' | 'h3';
  /** Whether the card is the first content in view, so that its image loads with high priority. */
  isFirst?: boolean;
}

/** The card of a published class, on the home page and in the catalog. */
export const ClassCard = ({ offer, among, heading: Heading, isFirst }: ClassCardProps) => {
  const { user } = useSession();
  const isFull = offer.seatsLeft === 0;
  const [isRelated, setIsRelated] = useState(false);
  const canEnroll = !isFull && !isRelated;
  const action = canEnroll ? 'Enroll Now' : 'View class';
  return (
    <article className="panel group relative flex min-w-0 flex-col overflow-hidden transition-shadow hover:shadow-lg">
      <ClassCover image={offer.image} isFirst={isFirst} />
      {user && (
        <Suspense>
          <RelationBadge offer={offer} among={among} onKnown={setIsRelated} />
        </Suspense>
      )}
      <div className="flex flex-1 flex-col gap-3 p-5">
        <ClassKind of={offer} />
        <Heading dir="auto" className="text-lg leading-snug font-bold">
          {offer.title}
        </Heading>
        <p dir="auto" className="muted text-sm">
          {truncate(offer.description, DESCRIPTION_PREVIEW)}
        </p>
        <div className="mt-auto flex items-center justify-between gap-3">
          <p className="flex min-w-0 items-center gap-2 text-sm font-medium">
            <GraduationCap className="size-4 shrink-0" aria-hidden="true" />
            <TeacherName of={offer} link="link-hover min-w-0 py-1" />
          </p>
          <ClassRating of={offer} />
        </div>
        <StartDate of={offer} />
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-base-300 pt-4">
          <span className="text-xl font-extrabold">
            <Price of={offer.price} />
          </span>
          {isFull && (
            <span className="text-sm font-semibold">
              {offer.seatsReserved ? 'No seats available' : 'Full'}
            </span>
          )}
          <Link
            to={PATHS.classDetail(offer._id)}
            className={`btn btn-sm ${canEnroll ? 'btn-primary' : ''}`}
            aria-label={`${action}: ${offer.title}`}
          >
            {action}
          </Link>
        </div>
      </div>
    </article>
  );
};

/** Placeholder for a card that is loading. */
export const ClassCardSkeleton = () => (
  <div className="panel overflow-hidden" aria-hidden="true">
    <div className="skeleton aspect-video w-full rounded-none" />
    <div className="grid gap-3 p-5">
      <div className="skeleton h-3 w-24" />
      <div className="skeleton h-5 w-4/5" />
      <div className="skeleton h-4 w-full" />
      <div className="skeleton mt-6 h-8 w-full" />
    </div>
  </div>
);
