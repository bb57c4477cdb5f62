import type { ClassRevenue } from '#contract/revenue.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useFormatPrice } from '#web/ui/use-format-price.ts';
import { HomePanel } from './home-panel.tsx';
import { TREND_DAYS } from './trend.tsx';

/** The maximum number of classes. The Payments screen shows more. */
const SHOWN = 5;

/** The classes with the highest revenue lately. Nothing if there were no payments. */
export const BestClasses = ({ classes }: { classes: ClassRevenue[] }) => {
  const formatPrice = useFormatPrice();
  if (classes.length === 0) return null;
  return (
    <HomePanel title={`Best classes, last ${TREND_DAYS} days`}>
      <ol className="grid gap-2 text-sm">
        {classes.slice(0, SHOWN).map(({ classId, title, revenue, count }) => (
          <li key={classId} className="flex flex-wrap justify-between gap-x-3">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {title}
            </span>
            <span className="muted">
              <strong className="text-base-content">{formatPrice(revenue)}</strong> from {count}{' '}
              {count === 1 ? 'payment' : 'payments'}
            </span>
          </li>
        ))}
      </ol>
      <Link to={PATHS.payments} className="link inline-block min-h-6 justify-self-start text-sm">
        Payments
      </Link>
    </HomePanel>
  );
};
