import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeError } from '@stripe/stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { ApiError } from '#web/calls/api-error.ts';
import { classKeys } from '#web/calls/classes.ts';
import { enrollmentKeys } from '#web/calls/enrollments.ts';
import { recordPayment } from '#web/calls/payments.ts';
import { useSignedInUser } from '#web/session/session-context.ts';

export type Checkout =
  | { step: 'form'; error?: string }
  | { step: 'paying' }
  /** Whether the card was charged is not known: the connection was lost while it was asked. */
  | { step: 'checking'; transactionId: string }
  /** The card is charged; the enrolment is being recorded, or could not be yet. */
  | { step: 'recording'; transactionId: string; error?: string }
  /** It cannot be delivered any more, and the money goes back. */
  | { step: 'refunded'; message: string }
  | { step: 'done'; transactionId: string };

const FAILED = 'The payment could not be completed. Please try again.';
/** Milliseconds between two questions whether the card was charged. */
const CHECK_INTERVAL = 3_000;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Failures after which the card may have been charged nevertheless (https://docs.stripe.com/error-handling). */
const isUnknown = (error: StripeError | undefined): boolean =>
  error?.type === 'api_connection_error' || error?.type === 'api_error';

const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0]!;

/** Pays for a class: card to payment method, confirmation, record (spec section 4, payment flow). */
export const useCheckout = (offer: Class, clientSecret: string | undefined) => {
  const stripe = useStripe();
  const elements = useElements();
  const queryClient = useQueryClient();
  const { email, displayName } = useSignedInUser();
  const [checkout, setCheckout] = useState<Checkout>({ step: 'form' });

  /** @returns why the payment could not be recorded, if it could not */
  const tryToRecord = async (transactionId: string): Promise<ApiError | undefined> => {
    try {
      await recordPayment({ email, price: offer.price, transactionId, myClass: offer });
    } catch (failure) {
      if (failure instanceof ApiError) return failure;
      throw failure;
    }
    await Promise.all(
      [enrollmentKeys.all, classKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
    setCheckout({ step: 'done', transactionId });
    return undefined;
  };

  const showRefusal = (transactionId: string, { code, message }: ApiError) =>
    setCheckout(
      code === 'payment_refunded'
        ? { step: 'refunded', message }
        : { step: 'recording', transactionId, error: message },
    );

  const record = async (transactionId: string) => {
    setCheckout({ step: 'recording', transactionId });
    const refusal = await tryToRecord(transactionId);
    if (refusal) showRefusal(transactionId, refusal);
  };

  /** Asks until it is known whether the card was charged. */
  const check = async (transactionId: string) => {
    setCheckout({ step: 'checking', transactionId });
    for (;;) {
      const refusal = await tryToRecord(transactionId);
      if (!refusal) return;
      if (refusal.code === 'payment_not_succeeded') return setCheckout({ step: 'form', error: FAILED });
      if (!refusal.isTemporary && refusal.code !== 'payment_processing') {
        return showRefusal(transactionId, refusal);
      }
      await sleep(CHECK_INTERVAL);
    }
  };

  const pay = async () => {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || !clientSecret) return;
    setCheckout({ step: 'paying' });
    const billing_details = { email, name: displayName };
    const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details });
    if (made.error) {
      setCheckout({ step: 'form', error: made.error.message ?? FAILED });
      return;
    }
    const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
      payment_method: made.paymentMethod.id,
    });
    // An intent that an earlier try has paid already is refused, and says so.
    const paid = paymentIntent ?? error.payment_intent;
    if (paid?.status === 'succeeded') await record(paid.id);
    else if (paymentIntent?.status === 'processing' || isUnknown(error)) await check(idOf(clientSecret));
    else setCheckout({ step: 'form', error: error?.message ?? FAILED });
  };

  return { checkout, pay, record, isReady: Boolean(stripe && elements && clientSecret) };
};
