import type { EarningTotals as Earnings } from '#contract/revenue.ts';
import { PaidByDay } from '#web/payments/paid-by-day.tsx';
import { RevenueFigures } from '#web/payments/revenue-figures.tsx';

/** The teacher's earnings from all classes, and what was paid lately. */
export const EarningTotals = ({ total, days }: Earnings) => (
  <section className="panel grid gap-6 p-6" aria-labelledby="totals">
    <h2 id="totals">All classes</h2>
    <RevenueFigures of={total} remaining="Earned" />
    <div className="grid gap-3">
      <h3 className="font-bold">Paid in the last {days.length} days</h3>
      <PaidByDay days={days} />
    </div>
  </section>
);
