import { Elements } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { Gift, LogIn } from 'lucide-react';
import { useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { configQuery } from '#web/calls/config.ts';
import { FreeEnrollment } from '#web/classes/free-enrollment.tsx';
import { NoSeat } from '#web/classes/no-seat.tsx';
import { OwnStep } from '#web/classes/own-step.tsx';
import { useClassRelation } from '#web/classes/use-class-relation.ts';
import { WaitingList } from '#web/classes/waiting-list.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useLocation } from '#web/routing/screens.tsx';
import { useSession } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { CardForm } from './card-form.tsx';
import { loadCardProvider } from './load-stripe.ts';

/** As tall as the card form, so that nothing shifts when the form appears. */
const FormSpinner = () => <PageSpinner height="h-[18.125rem]" />;

interface ProviderProps {
  offer: Class;
  /** Called with the class when its payment starts, and with undefined when it can be started again. */
  onPaying: (offer: Class | undefined) => void;
}

/** The card provider's script, with the settings that it needs. */
const useCardProvider = (isNeeded: boolean) => {
  const config = useQuery(configQuery);
  const provider = useQuery({
    queryKey: ['card-provider'],
    queryFn: () => loadCardProvider(config.data!),
    enabled: isNeeded && Boolean(config.data),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  return { config, provider };
};

const Provider = ({ offer, onPaying }: ProviderProps) => {
  const { config, provider } = useCardProvider(true);
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

const NothingToPay = ({ offer }: { offer: Class }) => {
  const takeSeat = <FreeEnrollment classId={offer._id} />;
  const full = <NoSeat offer={offer} />;
  return (
    <Notice icon={<Gift />} title="This class is free: there is nothing to pay">
      {offer.seatsLeft === 0 ? <WaitingList {...{ classId: offer._id, full, takeSeat }} /> : takeSeat}
    </Notice>
  );
};

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

interface CheckoutProps {
  id: string;
  /** Undefined while it is loading. */
  offer: Class | undefined;
  isPaying: boolean;
  onPaying: ProviderProps['onPaying'];
}

/** The next step of a signed-in user: the one that the class page offers, or paying. */
const NextStep = ({ id, offer, isPaying, onPaying }: CheckoutProps) => {
  // Both are requested before the other is known, so that the card form does not wait for one after the other.
  const relation = useClassRelation(id);
  const [isChecked, setChecked] = useState(false);
  if (!isChecked && relation.as !== 'pending') setChecked(true);
  useCardProvider(offer !== undefined && offer.price > 0);
  if (!offer) return <FormSpinner />;
  const provider = <Provider offer={offer} onPaying={onPaying} />;
  // The buyer is enrolled before the screen says so, and it must not change until then.
  if (isPaying) return provider;
  const isFree = offer.price <= 0;
  // The server prevents a second payment, so a failed check does not.
  if (relation.as === 'student' || relation.as === 'teacher' || (isFree && relation.as === 'failed'))
    return <OwnStep offer={offer} relation={relation} />;
  // A failed check is repeated when the buyer returns to the tab. What they have typed must survive that.
  if (relation.as === 'pending' && (isFree || !isChecked)) return <FormSpinner />;
  if (offer.status !== 'approve') return <p className="font-semibold">This class is not published.</p>;
  return isFree ? <NothingToPay offer={offer} /> : provider;
};

/** Pays for a class, or explains why the user cannot or need not. */
export const Checkout = (props: CheckoutProps) => {
  const { user, loading, failure, retry } = useSession();
  if (loading) return <FormSpinner />;
  if (failure) return <LoadError title={failure} onRetry={retry} />;
  if (user) return <NextStep {...props} />;
  return props.offer ? <LoginFirst /> : <FormSpinner />;
};
