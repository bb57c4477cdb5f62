import { Elements } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { Gift, LogIn, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { classQuery } from '#web/calls/classes.ts';
import { isMissing } from '#web/calls/client/api-error.ts';
import { configQuery } from '#web/calls/config.ts';
import { FreeEnrollment } from '#web/classes/free-enrollment.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useLocation } from '#web/routing/screens.tsx';
import { useSession } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { CardForm } from './card-form.tsx';
import { loadCardProvider } from './load-stripe.ts';
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
  return { query, offer: paid ?? query.data, setPaid };
};

/** As tall as the card form, so that nothing shifts when the form appears. */
const FormSpinner = () => <PageSpinner height="h-[18.125rem]" />;

interface CheckoutProps {
  offer: Class;
  /** Called with the class when its payment starts, and with undefined when it can be started again. */
  onPaying: (offer: Class | undefined) => void;
}

const Provider = ({ offer, onPaying }: CheckoutProps) => {
  const config = useQuery(configQuery);
  const provider = useQuery({
    queryKey: ['card-provider'],
    queryFn: () => loadCardProvider(config.data!),
    enabled: Boolean(config.data),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  const failed = [config, provider].find(({ isError, data }) => isError && !data);
  if (failed)
    return <LoadError title="The card form could not be loaded" onRetry={() => void failed.refetch()} />;
  if (!provider.data) return <FormSpinner />;
  return (
    <Elements stripe={provider.data}>
      <CardForm offer={offer} onPaying={onPaying} />
    </Elements>
  );
};

const NothingToPay = ({ offer }: { offer: Class }) => (
  <Notice icon={<Gift />} title="This class is free: there is nothing to pay">
    <FreeEnrollment classId={offer._id} />
  </Notice>
);

const LoginFirst = () => {
  const location = useLocation();
  return (
    <Notice icon={<LogIn />} title="Please log in to pay for this class">
      <Link to={PATHS.login} state={{ from: location }} className="btn btn-primary">
        Login
      </Link>
    </Notice>
  );
};

const Checkout = ({ offer, onPaying }: CheckoutProps) => {
  const { user, loading, failure, retry } = useSession();
  if (loading) return <FormSpinner />;
  if (failure) return <LoadError title={failure} onRetry={retry} />;
  if (user && offer.price <= 0) return <NothingToPay offer={offer} />;
  return user ? <Provider offer={offer} onPaying={onPaying} /> : <LoginFirst />;
};

const Payment = (props: PaymentProps) => {
  const { query, offer, setPaid } = useOffer(props);
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
    <div className="page grid gap-8 lg:grid-cols-[1fr_22rem] lg:items-start">
      <PageMeta title="Payment" />
      <section className="panel grid gap-6 p-6 sm:p-8" aria-labelledby="payment">
        <h1 id="payment">Payment</h1>
        {offer ? <Checkout offer={offer} onPaying={setPaid} /> : <FormSpinner />}
      </section>
      {offer && <OrderSummary offer={offer} />}
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
