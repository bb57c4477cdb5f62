import { CardElement } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Class } from '#contract/classes.ts';
import { formatPrice } from '#contract/money.ts';
import { paymentIntentQuery } from '#web/calls/payments.ts';
import { PATHS } from '#web/paths.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { CheckingPayment } from './checking-payment.tsx';
import { IntentRefusal } from './intent-refusal.tsx';
import { RefundedNotice } from './refunded-notice.tsx';
import { RecordingPayment } from './recording-payment.tsx';
import { useCardStyle } from './use-card-style.ts';
import { useCheckout } from './use-checkout.ts';

/** The card form of one class. The pay button waits for the client secret. */
export const CardForm = ({ offer }: { offer: Class }) => {
  const { email } = useSignedInUser();
  const intent = useQuery(paymentIntentQuery(offer._id, offer.price, email));
  const { checkout, pay, record, isReady } = useCheckout(offer, intent.data?.clientSecret);
  const [cardError, setCardError] = useState<string>();
  const style = useCardStyle();
  const navigate = useNavigate();

  useEffect(() => {
    if (checkout.step !== 'done') return;
    void showToast('Payment Successful');
    void navigate(PATHS.myEnrollments, { state: { transactionId: checkout.transactionId }, replace: true });
  }, [checkout, navigate]);

  if (intent.error) return <IntentRefusal error={intent.error} onRetry={() => void intent.refetch()} />;
  if (checkout.step === 'refunded') return <RefundedNotice message={checkout.message} />;
  if (checkout.step === 'checking') return <CheckingPayment transactionId={checkout.transactionId} />;
  if (checkout.step === 'recording' || checkout.step === 'done') {
    return <RecordingPayment checkout={checkout} onRetry={() => void record(checkout.transactionId)} />;
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void pay();
  };
  const busy = checkout.step === 'paying';
  const price = intent.data?.price ?? offer.price;
  const error = cardError ?? (checkout.step === 'form' ? checkout.error : undefined);
  return (
    <form className="grid gap-5" onSubmit={submit}>
      {price < offer.price && (
        <p role="status">
          The price is {formatPrice(offer.price)} now. You were quoted {formatPrice(price)}, and that holds
          for you.
        </p>
      )}
      <div className="rounded-field border border-base-content/40 bg-base-100 p-4 focus-within:border-primary">
        <CardElement
          options={{ style, hidePostalCode: true, disabled: busy }}
          onChange={(event) => setCardError(event.error?.message)}
        />
      </div>
      <SubmitButton busy={busy} disabled={!isReady}>
        {busy ? 'Paying…' : `Pay ${formatPrice(price)}`}
      </SubmitButton>
      {error && <FormError>{error}</FormError>}
      <p className="muted flex items-center gap-2 text-sm">
        <Lock className="size-4 shrink-0" aria-hidden="true" />
        Your card details go straight to the card provider. We never see them.
      </p>
    </form>
  );
};
