import type { RatingSummary as Summary } from '#contract/feedback.ts';
import { Stars } from '#web/ui/stars.tsx';

/** A class's average rating and the distribution of its ratings, five stars first. */
export const RatingSummary = ({ summary: { count, average, distribution } }: { summary: Summary }) => (
  <div className="grid gap-5 sm:grid-cols-[auto_1fr] sm:items-center">
    <div className="grid justify-items-center gap-1">
      <div className="text-4xl font-extrabold">{(average ?? 0).toFixed(1)}</div>
      <Stars rating={average ?? 0} />
      <p className="muted text-sm">
        {count} {count === 1 ? 'rating' : 'ratings'}
      </p>
    </div>
    <dl className="grid grid-cols-[auto_minmax(2rem,1fr)_auto] gap-x-3 gap-y-1.5">
      {distribution
        .map((number, index) => ({ stars: index + 1, number }))
        .reverse()
        .map(({ stars, number }) => (
          <div key={stars} className="col-span-full grid grid-cols-subgrid items-center text-sm">
            <dt>
              {stars} {stars === 1 ? 'star' : 'stars'}
            </dt>
            <dd className="contents">
              <span
                className="h-2 overflow-hidden rounded-full bg-base-300 forced-colors:border"
                aria-hidden="true"
              >
                <span
                  className="block h-full rounded-full bg-accent forced-color-adjust-none forced-colors:bg-[CanvasText]"
                  style={{ width: `${count === 0 ? 0 : (number / count) * 100}%` }}
                />
              </span>
              <span className="text-end">{number}</span>
            </dd>
          </div>
        ))}
    </dl>
  </div>
);
