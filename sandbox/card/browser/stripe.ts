import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { createApi } from './api.ts';
import { CardElement } from './card-element.ts';
import { showChallenge } from './challenge-dialog.ts';

/**
 * The part of Stripe.js that the site uses, for the card sandbox (https://docs.stripe.com/js). The site loads this
 * script instead of the provider's if the sandbox is enabled, so the site's own code does not change.
 */
const NOT_AUTHENTICATED: StripeError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

type PaymentMethodInput = string | { card: CardElement };

const createStripe = (publishableKey: string) => {
  const api = createApi(publishableKey);

  const createPaymentMethod = async ({ card }: { card: CardElement }) => {
    const { problem } = card;
    if (problem) return { error: { type: 'validation_error', ...problem } };
    const { object, error } = await api.createPaymentMethod(card.values);
    return error ? { error } : { paymentMethod: object };
  };

  const handleAction = async (clientSecret: string, intent: PaymentIntent) => {
    const action = intent.next_action as { use_stripe_sdk?: { stripe_js?: string } } | null;
    if (intent.status !== 'requires_action' || !action?.use_stripe_sdk?.stripe_js)
      return { paymentIntent: intent };
    await showChallenge(action.use_stripe_sdk.stripe_js);
    const { object, error } = await api.retrievePaymentIntent(clientSecret);
    if (error) return { error };
    if (object.status === 'requires_payment_method')
      return { error: object.last_payment_error ?? NOT_AUTHENTICATED };
    return object.status === 'requires_action' ? { error: NOT_AUTHENTICATED } : { paymentIntent: object };
  };

  const confirmCardPayment = async (clientSecret: string, data: { payment_method: PaymentMethodInput }) => {
    let method = data.payment_method;
    if (typeof method !== 'string') {
      const made = await createPaymentMethod({ card: method.card });
      if (!made.paymentMethod) return { error: made.error };
      method = made.paymentMethod.id;
    }
    const { object, error } = await api.confirmPaymentIntent(clientSecret, method);
    return error ? { error } : handleAction(clientSecret, object);
  };

  return {
    elements: () => {
      let card: CardElement | null = null;
      return {
        create: (type: string, options?: object) => {
          if (type !== 'card') throw new Error(`The card sandbox has no ${type} element`);
          card = new CardElement(options);
          return card;
        },
        getElement: () => card,
        update: () => undefined,
      };
    },
    createPaymentMethod,
    confirmCardPayment,
    handleCardAction: async (clientSecret: string) => {
      const { object, error } = await api.retrievePaymentIntent(clientSecret);
      return error ? { error } : handleAction(clientSecret, object);
    },
    retrievePaymentIntent: async (clientSecret: string) => {
      const { object, error } = await api.retrievePaymentIntent(clientSecret);
      return error ? { error } : { paymentIntent: object };
    },
    createToken: () => Promise.reject(new Error('The card sandbox makes payment methods, not tokens')),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
};

Object.assign(window, { Stripe: createStripe });
