import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
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
  /** The card is charged; the enrolment is being recorded, or could not be yet. */
  | { step: 'recording'; transactionId: string; error?: string }
  | { step: 'done'; transactionId: string };

const FAILED = 'The payment could not be completed. Please try again.';

/** Pays for a class: card to payment method, confirmation, record (spec section 4, payment flow). */
export const useCheckout = (offer: Class, clientSecret: string | undefined) => {
  const stripe = useStripe();
  const elements = useElements();
  const queryClient = useQueryClient();
  const { email, displayName } = useSignedInUser();
  const [checkout, setCheckout] = useState<Checkout>({ step: 'form' });

  const record = async (transactionId: string) => {
    setCheckout({ step: 'recording', transactionId });
    try {
      await recordPayment({ email, price: offer.price, transactionId, myClass: offer });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: enrollmentKeys.all }),
        queryClient.invalidateQueries({ queryKey: classKeys.all }),
      ]);
      setCheckout({ step: 'done', transactionId });
    } catch (failure) {
      const error = failure instanceof ApiError ? failure.message : FAILED;
      setCheckout({ step: 'recording', transactionId, error });
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
    if (paymentIntent?.status === 'succeeded') await record(paymentIntent.id);
    else setCheckout({ step: 'form', error: error?.message ?? FAILED });
  };

  return { checkout, pay, record, isReady: Boolean(stripe && elements && clientSecret) };
};
