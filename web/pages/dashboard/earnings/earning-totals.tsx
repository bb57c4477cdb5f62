import type { UseQueryResult } from '@tanstack/react-query';
import type { EarningTotals as Earnings } from '#contract/revenue.ts';
import { Amount } from '#web/payments/amount.tsx';
import { PaidOverTime } from '#web/payments/paid-over-time.tsx';
import { type Period, PERIODS } from '#web/payments/period.ts';
import { PeriodSelect } from '#web/payments/period-select.tsx';
import { RevenueFigures } from '#web/payments/revenue-figures.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

interface EarningTotalsProps {
  totals: Pick<UseQueryResult<Earnings>, 'data' | 'isPlaceholderData' | 'refetch'>;
  period: Period;
  onPeriod: (period: Period) => void;
}

/** The teacher's earnings from all classes, and what was paid lately. */
export const EarningTotals = ({ totals, period, onPeriod }: EarningTotalsProps) => {
  const { data, isPlaceholderData, refetch } = totals;
  return (
    <section className="panel grid gap-6 p-6" aria-labelledby="totals" aria-busy={isPlaceholderData}>
      <h2 id="totals">All classes</h2>
      {data && <RevenueFigures of={data.total} remaining="Earned" />}
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h3 className="font-bold">Paid in the last {PERIODS[period]}</h3>
            {data && (
              <p className={`text-lg font-extrabold ${isPlaceholderData ? 'opacity-40' : ''}`}>
                <Amount of={data.days.reduce((sum, { amount }) => sum + amount, 0)} />
              </p>
            )}
          </div>
          <PeriodSelect period={period} onChange={onPeriod} />
        </div>
        {data ? (
          // The bars of the previous period stay in place until those of the chosen one have loaded.
          <div className={isPlaceholderData ? 'opacity-40' : ''}>
            <PaidOverTime days={data.days} period={period} />
          </div>
        ) : (
          <LoadError title="The total could not be loaded" onRetry={() => void refetch()} />
        )}
      </div>
    </section>
  );
};
