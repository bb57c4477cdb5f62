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
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4 sm:grid-cols-3 xl:grid-cols-5">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="muted text-sm">{label}</dt>
          <dd className="text-xl font-extrabold sm:text-2xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
};
