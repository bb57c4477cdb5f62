import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntentResult, Stripe, StripeError } from '@stripe/stripe-js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSignedInUser } from '#web/session/session-context.ts';

export type Checkout =
  /**
   * `notice`: why the payment was not submitted although nothing is wrong with it. `hasExpired`: the intent was canceled
   * before it was paid, and has been requested again.
   */
  | { step: 'form'; error?: string; notice?: string; hasExpired?: boolean }
  | { step: 'paying' }
  /** The payment was submitted. `isCharged`: the provider reported success. Otherwise the outcome is unknown. */
  | { step: 'confirming'; transactionId: string; isCharged: boolean };

export const EXPIRED = 'This payment has expired, and nothing was charged.';
const FAILED = 'The payment could not be completed. Please try again.';

/** Errors after which the card may have been charged nevertheless (https://docs.stripe.com/error-handling). */
const UNCLEAR: StripeError['type'][] = ['api_connection_error', 'api_error', 'idempotency_error'];

const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0]!;

/** An exception says no more about the charge than a lost connection does. */
const confirm = async (
  stripe: Stripe,
  clientSecret: string,
  paymentMethod: string,
): Promise<PaymentIntentResult | undefined> =>
  stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethod }).catch(() => undefined);

/**
 * Pays for a class: creates a payment method, then confirms the intent. The server then determines the outcome.
 * @param renew requests the intent again, because it can no longer be paid
 * @param checkOffer whether the class is still offered at this price. If not, it returns what to tell the user instead
 */
export const useCheckout = (
  clientSecret: string | undefined,
  renew: () => Promise<unknown>,
  checkOffer: () => Promise<string | undefined>,
) => {
  const stripe = useStripe();
  const elements = useElements();
  const { email, displayName } = useSignedInUser();
  const [checkout, setCheckout] = useState<Checkout>({ step: 'form' });

  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const refuse = useCallback((error = FAILED) => setCheckout({ step: 'form', error }), []);

  const pay = async () => {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || !clientSecret) return;
    setCheckout({ step: 'paying' });
    const billing_details = { email, name: displayName };
    const [made, notice] = await Promise.all([
      stripe
        .createPaymentMethod({ type: 'card', card, billing_details })
        .catch(() => ({ error: undefined, paymentMethod: undefined })),
      checkOffer(),
    ]);
    if (notice) return setCheckout({ step: 'form', notice });
    if (!made.paymentMethod) return refuse(made.error?.message);
    // The user has left or logged out while nothing had been submitted yet.
    if (!isOpen.current) return undefined;
    const result = await confirm(stripe, clientSecret, made.paymentMethod.id);
    // The provider refuses an intent that an earlier attempt has paid, and reports its status.
    const status = (result?.paymentIntent ?? result?.error.payment_intent)?.status;
    if (status === 'canceled') {
      await renew();
      return setCheckout({ step: 'form', error: `${EXPIRED} You can pay again now.`, hasExpired: true });
    }
    const isUnclear =
      !result || status === 'processing' || (result.error && UNCLEAR.includes(result.error.type));
    if (status !== 'succeeded' && !isUnclear) return refuse(result.error?.message);
    const isCharged = status === 'succeeded';
    return setCheckout({ step: 'confirming', transactionId: idOf(clientSecret), isCharged });
  };

  return { checkout, pay, refuse, isReady: Boolean(stripe && elements && clientSecret) };
};
