import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { classQuery } from '#web/calls/classes.ts';
import { isMissing } from '#web/calls/client/api-error.ts';
import { configQuery } from '#web/calls/config.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useLocation } from '#web/routing/screens.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { Checkout } from './checkout.tsx';
import { OrderSummary } from './order-summary.tsx';

interface PaymentState {
  /** The class as the last screen showed it. */
  myClass?: Class;
}

interface PaymentProps extends PaymentState {
  id: string;
}

/**
 * The class to pay for. During a payment, it remains as the buyer has seen it: that is what they pay for, even if the price
 * changes meanwhile.
 */
const useOffer = ({ id, myClass }: PaymentProps) => {
  const query = useQuery({ ...classQuery(id), placeholderData: myClass });
  const [paid, setPaid] = useState<Class>();
  return { query, offer: paid ?? query.data, isPaying: paid !== undefined, setPaid };
};

/** As tall as the order summary on small screens, where it would push the card form down when the class has loaded. */
const SummarySpace = () => <div className="skeleton h-44 rounded-box lg:hidden" />;

const Payment = (props: PaymentProps) => {
  const { query, offer, isPaying, setPaid } = useOffer(props);
  if (!offer && query.isError) {
    const { error, refetch } = query;
    return (
      <div className="page">
        {isMissing(error) ? (
          <Notice icon={<SearchX />} title="This class is no longer available" heading="h1" role="alert">
            <Link to={PATHS.allClasses} className="btn btn-primary">
              See all classes
            </Link>
          </Notice>
        ) : (
          <LoadError heading="h1" title={error.message} onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  return (
    <div className="page grid gap-6 [reading-flow:grid-order] lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-8">
      <PageMeta title="Payment" />
      <h1 id="payment" className="lg:col-span-2">
        Payment
      </h1>
      <div className="lg:order-1">{offer ? <OrderSummary offer={offer} /> : <SummarySpace />}</div>
      <section className="panel p-6 sm:p-8" aria-labelledby="payment">
        <Checkout {...{ id: props.id, offer, isPaying }} onPaying={setPaid} />
      </section>
    </div>
  );
};

const NoClass = () => (
  <div className="page">
    <Notice icon={<SearchX />} title="Which class would you like to pay for?" heading="h1">
      <p className="muted">Choose a class first and press Pay Now there.</p>
      <Link to={PATHS.allClasses} className="btn btn-primary">
        See all classes
      </Link>
    </Notice>
  </div>
);

/** The class is in the navigation state and, for a reload, in the address. */
export const Component = () => {
  const { myClass } = (useLocation().state as PaymentState | null) ?? {};
  const [search] = useSearchParams();
  const id = search.get('class') ?? myClass?._id;
  // Preloads the config for the card form.
  useQuery(configQuery);
  // The history may lead from the payment of one class to that of another, and the first must end then.
  return id ? <Payment key={id} id={id} myClass={myClass} /> : <NoClass />;
};
