import type { PaymentTotals } from '#contract/revenue.ts';
import { formatDate } from '#web/ui/format-date.ts';
import { useFormatPrice } from '#web/ui/use-format-price.ts';
import { BarChart } from './bar-chart.tsx';
import type { Period } from './period.ts';

type Days = PaymentTotals['days'];

/** @param month 2030-01 @returns January 2030 */
const formatMonth = (month: string): string =>
  new Date(month).toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const byDay = (days: Days) => days.map(({ date, amount }) => ({ name: formatDate(date), value: amount }));

const byMonth = (days: Days) => {
  const paid = new Map<string, number>();
  for (const { date, amount } of days) {
    const month = date.slice(0, 7);
    paid.set(month, (paid.get(month) ?? 0) + amount);
  }
  return [...paid].map(([month, value]) => ({ name: formatMonth(month), value }));
};

/** A bar chart of what was paid on each day of a period, or in each month of a year. */
export const PaidOverTime = ({ days, period }: { days: Days; period: Period }) => {
  const formatPrice = useFormatPrice();
  const isYear = period === 'year';
  return (
    <BarChart
      label={isYear ? 'Paid by month' : 'Paid by day'}
      unit={isYear ? 'Month' : 'Day'}
      bars={(isYear ? byMonth(days) : byDay(days)).map((bar) => ({ ...bar, text: formatPrice(bar.value) }))}
    />
  );
};
