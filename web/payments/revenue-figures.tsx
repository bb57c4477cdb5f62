import type { Revenue } from '#contract/revenue.ts';
import { useFormatPrice } from '#web/ui/use-format-price.ts';

interface RevenueFiguresProps {
  of: Revenue;
  /** The name of what remains. */
  remaining: 'Revenue' | 'Earned';
}

/** Sums of payments, and what remains of them. */
export const RevenueFigures = ({
  of: { count, amount, refunded, lost, revenue },
  remaining,
}: RevenueFiguresProps) => {
  const formatPrice = useFormatPrice();
  const figures = [
    ['Payments', String(count)],
    ['Paid', formatPrice(amount)],
    ['Refunded', formatPrice(refunded)],
    ['Lost in disputes', formatPrice(lost)],
    [remaining, formatPrice(revenue)],
  ];
  return (
    <dl className="grid gap-4 sm:grid-cols-3 lg:grid-cols-5">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="muted text-sm">{label}</dt>
          <dd className="text-2xl font-extrabold">{value}</dd>
        </div>
      ))}
    </dl>
  );
};
