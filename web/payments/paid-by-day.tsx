import type { PaymentTotals } from '#contract/revenue.ts';
import { formatDate } from '#web/ui/format-date.ts';
import { useFormatPrice } from '#web/ui/use-format-price.ts';
import { BarChart } from './bar-chart.tsx';

/** A bar chart of what was paid on each of the last days. */
export const PaidByDay = ({ days }: Pick<PaymentTotals, 'days'>) => {
  const formatPrice = useFormatPrice();
  return (
    <BarChart
      label="Paid by day"
      bars={days.map(({ date, amount }) => ({
        name: formatDate(date),
        value: amount,
        text: formatPrice(amount),
      }))}
    />
  );
};
