import type { Class } from '#contract/classes.ts';
import { formatPrice } from '#contract/money.ts';
import { ClassCover } from '#web/classes/class-cover.tsx';

/** What is being bought. */
export const OrderSummary = ({ offer }: { offer: Class }) => (
  <section className="panel overflow-hidden" aria-labelledby="order">
    <ClassCover image={offer.image} isFirst />
    <div className="grid gap-4 p-6">
      <h2 id="order" className="text-lg">
        {offer.title}
      </h2>
      <p className="muted text-sm">Taught by {offer.name}</p>
      <p className="flex items-baseline justify-between border-t border-base-300 pt-4">
        <span className="font-semibold">Total</span>
        <span className="text-2xl font-extrabold">{formatPrice(offer.price)}</span>
      </p>
    </div>
  </section>
);
