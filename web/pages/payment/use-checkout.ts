import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntentResult, Stripe, StripeError } from '@stripe/stripe-js';
import { useCallback, useState } from 'react';
import { useSignedInUser } from '#web/session/session-context.ts';

export type Checkout =
  | { step: 'form'; error?: string }
  | { step: 'paying' }
  /** The card was asked for the money. `isCharged`: the provider says that it was paid; otherwise that is not known yet. */
  | { step: 'confirming'; transactionId: string; isCharged: boolean };

const FAILED = 'The payment could not be completed. Please try again.';

/** Failures after which the card may have been charged nevertheless (https://docs.stripe.com/error-handling). */
const UNCLEAR: StripeError['type'][] = ['api_connection_error', 'api_error', 'idempotency_error'];

const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0]!;

/** An exception says as little about the charge as a lost connection does. */
const confirm = async (
  stripe: Stripe,
  clientSecret: string,
  paymentMethod: string,
): Promise<PaymentIntentResult | undefined> =>
  stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethod }).catch(() => undefined);

/** Pays for a class: card to payment method, then confirmation. What became of it is asked of our server. */
export const useCheckout = (clientSecret: string | undefined) => {
  const stripe = useStripe();
  const elements = useElements();
  const { email, displayName } = useSignedInUser();
  const [checkout, setCheckout] = useState<Checkout>({ step: 'form' });

  const refuse = useCallback((error = FAILED) => setCheckout({ step: 'form', error }), []);

  const pay = async () => {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || !clientSecret) return;
    setCheckout({ step: 'paying' });
    const billing_details = { email, name: displayName };
    const made = await stripe
      .createPaymentMethod({ type: 'card', card, billing_details })
      .catch(() => ({ error: undefined, paymentMethod: undefined }));
    if (!made.paymentMethod) return refuse(made.error?.message);
    const result = await confirm(stripe, clientSecret, made.paymentMethod.id);
    // An intent that an earlier try has paid already is refused, and says so.
    const status = (result?.paymentIntent ?? result?.error.payment_intent)?.status;
    const isUnclear =
      !result || status === 'processing' || (result.error && UNCLEAR.includes(result.error.type));
    if (status !== 'succeeded' && !isUnclear) return refuse(result.error?.message);
    const isCharged = status === 'succeeded';
    return setCheckout({ step: 'confirming', transactionId: idOf(clientSecret), isCharged });
  };

  return { checkout, pay, refuse, isReady: Boolean(stripe && elements && clientSecret) };
};
