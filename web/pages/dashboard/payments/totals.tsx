import { useQuery } from '@tanstack/react-query';
import type { PaymentTotals } from '#contract/revenue.ts';
import { paymentTotalsQuery } from '#web/calls/revenue.ts';
import { PaidOverTime } from '#web/payments/paid-over-time.tsx';
import { daysOf, type Period, PERIODS } from '#web/payments/period.ts';
import { PeriodSelect } from '#web/payments/period-select.tsx';
import { RevenueFigures } from '#web/payments/revenue-figures.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PanelSkeleton } from '#web/ui/panel-skeleton.tsx';
import { useFormatPrice } from '#web/ui/use-format-price.ts';

type ClassRevenues = Pick<PaymentTotals, 'classes'>;

const HighestClasses = ({ classes }: ClassRevenues) => {
  const formatPrice = useFormatPrice();
  const highest = Math.max(...classes.map(({ revenue }) => revenue), 1);
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">Classes with the highest revenue</h3>
      <ul className="grid gap-2">
        {classes.map(({ classId, title, revenue, count }) => (
          <li
            key={classId}
            className="grid gap-1 text-sm sm:grid-cols-[14rem_1fr_15rem] sm:items-center sm:gap-4"
          >
            <span dir="auto" className="min-w-0">
              {title}
            </span>
            <span className="hidden h-2 overflow-hidden rounded-full bg-base-300 sm:block" aria-hidden="true">
              <span
                className="block h-full rounded-full bg-primary"
                style={{ width: `${(revenue / highest) * 100}%` }}
              />
            </span>
            <span className="muted sm:text-end">
              <strong className="text-base-content">{formatPrice(revenue)}</strong> from {count}{' '}
              {count === 1 ? 'payment' : 'payments'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
};

interface TotalsProps {
  period: Period;
  onPeriod: (period: Period) => void;
}

/** The revenue of a period, by day or month and by class. */
export const Totals = ({ period, onPeriod }: TotalsProps) => {
  const { data, isPending, isPlaceholderData, refetch } = useQuery(paymentTotalsQuery(daysOf(period)));
  if (isPending) return <PanelSkeleton />;
  return (
    <section className="panel grid gap-6 p-6" aria-labelledby="totals" aria-busy={isPlaceholderData}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="totals">Last {PERIODS[period]}</h2>
        <PeriodSelect period={period} onChange={onPeriod} />
      </div>
      {data ? (
        // The figures of the previous period stay in place until those of the chosen one have loaded.
        <div className={`grid gap-6 ${isPlaceholderData ? 'opacity-40' : ''}`}>
          <RevenueFigures of={data.total} remaining="Revenue" />
          {data.total.count > 0 && (
            <>
              <PaidOverTime days={data.days} period={period} />
              <HighestClasses classes={data.classes} />
            </>
          )}
        </div>
      ) : (
        <LoadError title="The totals could not be loaded" onRetry={() => void refetch()} />
      )}
    </section>
  );
};
