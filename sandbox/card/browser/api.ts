import type { PaymentIntent, PaymentMethod, StripeError } from '@stripe/stripe-js';
import type { CardValues } from './card-element.ts';

const BASE = '/sandbox/stripe/v1';

export type ApiResult<T> = { object: T; error?: undefined } | { object?: undefined; error: StripeError };

const CONNECTION_ERROR: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your connection and try again.',
};

const request = async <T>(
  path: string,
  fields: Record<string, string>,
  method: 'GET' | 'POST',
): Promise<ApiResult<T>> => {
  const form = new URLSearchParams(fields);
  try {
    const response = await fetch(method === 'GET' ? `${BASE}${path}?${form}` : `${BASE}${path}`, {
      method,
      body: method === 'GET' ? undefined : form,
    });
    const body = (await response.json()) as T & { error?: StripeError };
    return body.error ? { error: body.error } : { object: body };
  } catch {
    return { error: CONNECTION_ERROR };
  }
};

/** The part of the sandbox's API that a browser may use, with the publishable key and an intent's client secret. */
export const createApi = (key: string) => ({
  createPaymentMethod: (card: CardValues) =>
    request<PaymentMethod>(
      '/payment_methods',
      {
        key,
        type: 'card',
        'card[number]': card.number,
        'card[exp_month]': card.expiryMonth,
        'card[exp_year]': card.expiryYear,
        'card[cvc]': card.cvc,
      },
      'POST',
    ),
  retrievePaymentIntent: (clientSecret: string) =>
    request<PaymentIntent>(
      `/payment_intents/${idOf(clientSecret)}`,
      { key, client_secret: clientSecret },
      'GET',
    ),
  confirmPaymentIntent: (clientSecret: string, paymentMethod: string) =>
    request<PaymentIntent>(
      `/payment_intents/${idOf(clientSecret)}/confirm`,
      { key, client_secret: clientSecret, payment_method: paymentMethod },
      'POST',
    ),
});

const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';
