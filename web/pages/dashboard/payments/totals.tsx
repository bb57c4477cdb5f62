import { useQuery } from '@tanstack/react-query';
import { paymentTotalsQuery } from '#web/calls/revenue.ts';
import { formatDate } from '#web/ui/format-date.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { PanelSkeleton } from '#web/ui/panel-skeleton.tsx';
import { useFormatPrice } from '#web/ui/use-format-price.ts';
import { BarChart } from './bar-chart.tsx';

/** The revenue of the last days, by day and by class. */
export const Totals = ({ days: length }: { days: number }) => {
  const formatPrice = useFormatPrice();
  const { data, isPending, refetch } = useQuery(paymentTotalsQuery(length));
  if (isPending) return <PanelSkeleton />;
  if (!data) return <LoadError title="The totals could not be loaded" onRetry={() => void refetch()} />;
  const { total, days, classes } = data;
  const figures = [
    ['Payments', String(total.count)],
    ['Paid', formatPrice(total.amount)],
    ['Refunded', formatPrice(total.refunded)],
    ['Lost in disputes', formatPrice(total.lost)],
    ['Revenue', formatPrice(total.revenue)],
  ];
  const highest = Math.max(...classes.map(({ revenue }) => revenue), 1);
  return (
    <section className="panel grid gap-6 p-6" aria-labelledby="totals">
      <h2 id="totals">Last {length} days</h2>
      <dl className="grid gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="muted text-sm">{label}</dt>
            <dd className="text-2xl font-extrabold">{value}</dd>
          </div>
        ))}
      </dl>
      <BarChart
        label="Paid by day"
        bars={days.map(({ date, amount }) => ({
          name: formatDate(date),
          value: amount,
          text: formatPrice(amount),
        }))}
      />
      <div className="grid gap-3">
        <h3 className="font-bold">Revenue by class</h3>
        <ul className="grid gap-2">
          {classes.map(({ classId, title, revenue, count }) => (
            <li
              key={classId}
              className="grid gap-1 text-sm sm:grid-cols-[14rem_1fr_12rem] sm:items-center sm:gap-4"
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
