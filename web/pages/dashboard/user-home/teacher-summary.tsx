import { Star } from 'lucide-react';
import { RATING } from '#contract/feedback.ts';
import type { EarningTotals } from '#contract/revenue.ts';
import { NEW_STUDENT_DAYS, type TeachingSummary } from '#contract/teaching.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useFormatPrice } from '#web/ui/use-format-price.ts';
import { earnedByMonth } from './earned-by-month.ts';
import { Figure } from './figure.tsx';
import { HomePanel } from './home-panel.tsx';

/** The students who enrolled lately, with the classes that most of them chose. */
export const NewStudents = ({ of: { count, classes } }: { of: TeachingSummary['newStudents'] }) => (
  <HomePanel title="New students">
    <Figure value={count} about={`in the last ${NEW_STUDENT_DAYS} days`} />
    {classes.length > 0 && (
      <ul className="grid gap-1 text-sm">
        {classes.map((one) => (
          <li key={one._id} className="flex items-start justify-between gap-3">
            <Link
              to={PATHS.classStudents(one._id)}
              dir="auto"
              className="link inline-block min-h-6 min-w-0 wrap-anywhere"
            >
              {one.title}
            </Link>
            <span>{one.count}</span>
          </li>
        ))}
      </ul>
    )}
  </HomePanel>
);

/** The average rating of all classes. */
export const OverallRating = ({ of: { count, average } }: { of: TeachingSummary['rating'] }) => (
  <HomePanel title="Rating">
    {average === null ? (
      <p className="muted">No ratings yet</p>
    ) : (
      <Figure
        value={
          <span className="flex items-center gap-2">
            <Star className="size-5 fill-accent text-accent" aria-hidden="true" />
            {average.toFixed(1)}
            <span className="sr-only">of {RATING.max} stars</span>
          </span>
        }
        about={`from ${count} ${count === 1 ? 'rating' : 'ratings'} of all classes`}
      />
    )}
  </HomePanel>
);

/** What was earned this month, and in the last one. */
export const EarnedThisMonth = ({ totals }: { totals: EarningTotals }) => {
  const { now, before } = earnedByMonth(totals.days);
  const formatPrice = useFormatPrice();
  return (
    <HomePanel title="Earned this month">
      <Figure value={formatPrice(now)} about={`Last month: ${formatPrice(before)}`} />
      <Link to={PATHS.earnings} className="link inline-block min-h-6 justify-self-start text-sm">
        Earnings
      </Link>
    </HomePanel>
  );
};
