import type { EarningTotals as Earnings } from '#contract/revenue.ts';
import { PaidOverTime } from '#web/payments/paid-over-time.tsx';
import { type Period, PERIODS } from '#web/payments/period.ts';
import { PeriodSelect } from '#web/payments/period-select.tsx';
import { RevenueFigures } from '#web/payments/revenue-figures.tsx';

interface EarningTotalsProps {
  of: Earnings;
  period: Period;
  onPeriod: (period: Period) => void;
  /** Whether the days are still those of the previous period. */
  isLoading: boolean;
}

/** The teacher's earnings from all classes, and what was paid lately. */
export const EarningTotals = ({ of: { total, days }, period, onPeriod, isLoading }: EarningTotalsProps) => (
  <section className="panel grid gap-6 p-6" aria-labelledby="totals">
    <h2 id="totals">All classes</h2>
    <RevenueFigures of={total} remaining="Earned" />
    <div className="grid gap-3" aria-busy={isLoading}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-bold">Paid in the last {PERIODS[period]}</h3>
        <PeriodSelect period={period} onChange={onPeriod} />
      </div>
      <div className={isLoading ? 'opacity-40' : ''}>
        <PaidOverTime days={days} period={period} />
      </div>
    </div>
  </section>
);
