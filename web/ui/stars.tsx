import { RATING } from '#contract/feedback.ts';

export const STAR_VALUES = Array.from({ length: RATING.max }, (_, index) => index + 1);

/** The star of lucide-react, in a square of 24. */
const STAR =
  'M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z';
const SIZE = 24;
/** From one star to the next. */
const STRIDE = 27;

/** A single star, before an average rating. */
export const Star = () => (
  <svg viewBox={`0 0 ${SIZE} ${SIZE}`} className="size-4 fill-accent" aria-hidden="true">
    <path d={STAR} />
  </svg>
);

/** Shows a rating, or an average, as highlighted stars. They are one picture, because pages show dozens of ratings. */
export const Stars = ({ rating }: { rating: number }) => (
  <span
    role="img"
    aria-label={`${Number(rating.toFixed(1))} out of ${RATING.max} stars`}
    className="inline-flex"
  >
    <svg
      viewBox={`0 0 ${STRIDE * (RATING.max - 1) + SIZE} ${SIZE}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-4"
      aria-hidden="true"
    >
      {STAR_VALUES.map((value) => (
        <path
          key={value}
          d={STAR}
          transform={`translate(${STRIDE * (value - 1)})`}
          className={value <= rating ? 'fill-accent text-accent' : 'text-base-content/30'}
        />
      ))}
      {rating % 1 > 0 && (
        // A nested picture cuts off what is beyond its edge.
        <svg x={STRIDE * Math.floor(rating)} width={SIZE * (rating % 1)} height={SIZE}>
          <path d={STAR} className="fill-accent text-accent" />
        </svg>
      )}
    </svg>
  </span>
);
