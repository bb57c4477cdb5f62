import { useQuery } from '@tanstack/react-query';
import { paymentTotalsQuery } from '#web/calls/revenue.ts';
import { PaidByDay } from '#web/payments/paid-by-day.tsx';
import { RevenueFigures } from '#web/payments/revenue-figures.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PanelSkeleton } from '#web/ui/panel-skeleton.tsx';
import { useFormatPrice } from '#web/ui/use-format-price.ts';

/** The revenue of the last days, by day and by class. */
export const Totals = ({ days: length }: { days: number }) => {
  const formatPrice = useFormatPrice();
  const { data, isPending, refetch } = useQuery(paymentTotalsQuery(length));
  if (isPending) return <PanelSkeleton />;
  if (!data) return <LoadError title="The totals could not be loaded" onRetry={() => void refetch()} />;
  const { total, days, classes } = data;
  const highest = Math.max(...classes.map(({ revenue }) => revenue), 1);
  return (
    <section className="panel grid gap-6 p-6" aria-labelledby="totals">
      <h2 id="totals">Last {length} days</h2>
      <RevenueFigures of={total} remaining="Revenue" />
      <PaidByDay days={days} />
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
              <span
                className="hidden h-2 overflow-hidden rounded-full bg-base-300 sm:block"
                aria-hidden="true"
              >
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
    </section>
  );
};
