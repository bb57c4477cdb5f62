import { Star } from 'lucide-react';
import { RATING } from '#contract/feedback.ts';

export const STAR_VALUES = Array.from({ length: RATING.max }, (_, index) => index + 1);

/** Shows a rating as highlighted stars. */
export const Stars = ({ rating }: { rating: number }) => (
  <span role="img" aria-label={`${rating} out of ${RATING.max} stars`} className="inline-flex gap-0.5">
    {STAR_VALUES.map((value) => (
      <Star
        key={value}
        className={`size-4 ${value <= rating ? 'fill-accent text-accent' : 'text-base-content/30'}`}
        aria-hidden="true"
      />
    ))}
  </span>
);
