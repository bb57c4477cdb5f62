import { CardElement } from '@stripe/react-stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type SyntheticEvent, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { classQuery } from '#web/calls/classes.ts';
import { isMissing } from '#web/calls/client/api-error.ts';
import { CURRENT } from '#web/calls/client/query-client.ts';
import { useLeaveWarning } from '#web/forms/use-leave-warning.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useFormatPrice } from '#web/ui/use-format-price.ts';
import { ConfirmingPayment } from './confirming-payment.tsx';
import { IntentRefusal } from './intent-refusal.tsx';
import { PaymentPending } from './payment-pending.tsx';
import { ReceiptRecipient } from './receipt-recipient.tsx';
import { useCardStyle } from './use-card-style.ts';
import { useCheckout } from './use-checkout.ts';
import { useIntent } from './use-intent.ts';

/** A user who leaves during a payment does not see its outcome. */
const PAYING = {
  title: 'Leave while you’re paying?',
  text: 'The payment may go through nevertheless. You’ll then find the class under My Enrollment Class.',
};

/** How long a payment waits for the current price, in milliseconds. Without it, the class is paid as it was quoted. */
const PRICE_TIME = 3_000;

const untilLate = (): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, PRICE_TIME, undefined);
  });

interface CardFormProps {
  offer: Class;
  /** Called with the class when its payment starts, and with undefined when it can be started again. */
  onPaying: (offer: Class | undefined) => void;
}

/** The card form for one class. The pay button waits for the client secret. */
export const CardForm = ({ offer, onPaying }: CardFormProps) => {
  const formatPrice = useFormatPrice();
  const queryClient = useQueryClient();
  const intent = useIntent(offer);
  const price = intent.data?.price ?? offer.price;

  const checkOffer = async (): Promise<string | undefined> => {
    try {
      const current = await Promise.race([
        queryClient.query({ ...classQuery(offer._id), ...CURRENT, retry: false }),
        untilLate(),
      ]);
      if (!current || current.price >= price) return undefined;
      const change =
        current.price === 0
          ? 'This class is free now'
          : `The price has dropped to ${formatPrice(current.price)}`;
      return `${change}. Nothing has been charged yet.`;
    } catch (error) {
      // Any other error says nothing about the class, and the server decides anyway.
      return error instanceof Error && isMissing(error)
        ? 'This class is no longer available. Nothing was charged.'
        : undefined;
    }
  };
  const { checkout, pay, refuse, isReady } = useCheckout(
    intent.data?.clientSecret,
    () => intent.refetch(),
    checkOffer,
  );
  useLeaveWarning(checkout.step === 'paying', { loss: PAYING, coversQuery: true });
  const isUnderWay = checkout.step !== 'form';
  const report = useEffectEvent(() => onPaying(isUnderWay ? offer : undefined));
  useLayoutEffect(() => {
    report();
    return () => onPaying(undefined);
  }, [isUnderWay, onPaying]);
  const [cardError, setCardError] = useState<string>();
  const style = useCardStyle();

  if (checkout.step === 'confirming') {
    const { transactionId, isCharged } = checkout;
    return <ConfirmingPayment {...{ offer, transactionId, isCharged }} onNotPaid={refuse} />;
  }
  if (intent.isWaiting) return <PaymentPending isCharged={false} />;
  if (intent.error) {
    const { error, refetch } = intent;
    const hasExpired = checkout.step === 'form' && checkout.hasExpired;
    return (
      <IntentRefusal
        classId={offer._id}
        error={error}
        hasExpired={hasExpired}
        onRetry={() => void refetch()}
      />
    );
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void pay();
  };
  const busy = checkout.step === 'paying';
  const notice = checkout.step === 'form' && checkout.notice;
  const error = cardError ?? (checkout.step === 'form' ? checkout.error : undefined);
  return (
    <form method="post" className="grid gap-5" onSubmit={submit}>
      {price < offer.price && (
        <p role="status">
          The price is now {formatPrice(offer.price)}. You will pay {formatPrice(price)}, as you were quoted.
        </p>
      )}
      {notice && (
        <p role="alert" className="font-semibold">
          {notice}
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
      <ReceiptRecipient />
      <p className="muted flex items-center gap-2 text-sm">
        <Lock className="size-4 shrink-0" aria-hidden="true" />
        Your card details go straight to the card provider. We never see them.
      </p>
    </form>
  );
};
