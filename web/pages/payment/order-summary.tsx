import { useQuery } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import { paymentIntentQuery } from '#web/calls/payments.ts';
import { ClassCover } from '#web/classes/class-cover.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSession } from '#web/session/session-context.ts';
import { Price } from '#web/ui/price.tsx';

/** The amount to charge, from the query that the card form uses. */
const useCharge = ({ _id, price }: Class) => {
  const { user } = useSession();
  const { currency } = useSite();
  const { data, isFetching } = useQuery({
    ...paymentIntentQuery(_id, { price, currency }, user?.email ?? ''),
    enabled: false,
  });
  return { charged: data?.price ?? price, isAsking: isFetching && !data };
};

const Total = ({ offer }: { offer: Class }) => {
  const { charged, isAsking } = useCharge(offer);
  return (
    <div className="grid gap-1 border-t border-base-300 pt-4">
      <p className="flex items-baseline justify-between">
        <span className="font-semibold">Total</span>
        {isAsking ? (
          <span className="skeleton h-8 w-24" />
        ) : (
          <span className="text-2xl font-extrabold">
            <Price of={charged} />
          </span>
        )}
      </p>
      {charged !== offer.price && (
        <p className="muted text-sm">
          The price you were quoted.{' '}
          {offer.price === 0 ? (
            'The class is free now.'
          ) : (
            <>
              The class costs <Price of={offer.price} /> now.
            </>
          )}
        </p>
      )}
    </div>
  );
};

/** The class being bought and the amount to charge. Small screens show it above the card form, without the picture. */
export const OrderSummary = ({ offer }: { offer: Class }) => (
  <section className="panel overflow-hidden" aria-labelledby="order">
    <ClassCover image={offer.image} className="hidden lg:block" />
    <div className="grid gap-3 p-6 lg:gap-4">
      <h2 id="order" dir="auto" className="text-lg">
        <Link to={PATHS.classDetail(offer._id)} className="link inline-block">
          {offer.title}
        </Link>
      </h2>
      <p className="muted text-sm">
        Taught by <bdi>{offer.name}</bdi>
      </p>
      <Total offer={offer} />
    </div>
  </section>
);
