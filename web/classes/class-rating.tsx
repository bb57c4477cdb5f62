import type { Class } from '#contract/classes.ts';
import { Star } from '#web/ui/stars.tsx';

/** The average rating of a class, or of all classes of a teacher, and the number of its ratings. Nothing without ratings. */
export const ClassRating = ({ of: { rating } }: { of: Pick<Class, 'rating'> }) =>
  rating && (
    <p className="flex shrink-0 items-center gap-1 text-sm">
      <Star />
      <span className="font-semibold">{rating.average.toFixed(1)}</span>
      <span className="sr-only">stars</span>
      <span className="muted">
        ({rating.count}
        <span className="sr-only">{rating.count === 1 ? ' rating' : ' ratings'}</span>)
      </span>
    </p>
  );
