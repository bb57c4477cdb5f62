import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { classQuery } from '#web/calls/classes.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { Price } from '#web/ui/price.tsx';

interface PreviewEndProps {
  classId: string;
  /** The number of lessons in the class, or 0 if it is unknown. */
  of: number;
}

/** Leads a viewer who is not enrolled from the end of a free preview to its class. */
export const PreviewEnd = ({ classId, of }: PreviewEndProps) => {
  const { data: offer } = useQuery(classQuery(classId));
  const heading = useId();
  if (!offer) return null;
  return (
    <section className="panel grid gap-4 p-6" aria-labelledby={heading}>
      <h2 id={heading} className="text-lg">
        Continue with the class
      </h2>
      <p>
        This free preview is {of > 1 ? `one of ${of} lessons in` : 'part of'} “<bdi>{offer.title}</bdi>”.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-2xl font-extrabold">
          <Price of={offer.price} />
        </span>
        <Link to={PATHS.classDetail(classId)} className="btn btn-primary">
          See the class
        </Link>
      </div>
    </section>
  );
};
