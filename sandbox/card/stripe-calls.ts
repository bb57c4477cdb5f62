import type Stripe from 'stripe';
import { answerDispute, closeDispute } from './disputes.ts';
import { expand } from './expand.ts';
import { readListRequest } from './list-request.ts';
import * as intents from './payment-intents.ts';
import { type CardInput, createPaymentMethod } from './payment-methods.ts';
import { text, type Work } from './perform-request.ts';
import { createRefund } from './refunds.ts';
import { invalidRequest, missing } from './stripe-failure.ts';

interface StripeCall {
  method: 'GET' | 'POST';
  url: string;
  work: Work;
}

/** Allows a call with the secret key only. */
const withSecretKey =
  (work: Work): Work =>
  async (input) => {
    if (!input.isSecret)
      throw invalidRequest(
        'This API call cannot be made with a publishable API key. Please use a secret API key.',
        {},
        403,
      );
    return work(input);
  };

/** Also allows browsers to access an intent, with its client secret. */
const withClientSecret =
  (work: Work): Work =>
  async (input) => {
    const { store, id, form, isSecret } = input;
    if (!isSecret) {
      const { object } = await store.get<Stripe.PaymentIntent>('payment_intent', id);
      if (object.client_secret !== text(form.client_secret)) throw missing('payment_intent', id);
    }
    return work(input);
  };

/** A list of one type, newest first. */
const listOf = (type: string): StripeCall => ({
  method: 'GET',
  url: `/${type}s`,
  work: withSecretKey(async ({ store, form }) => {
    const page = { object: 'list', ...(await store.list(type, readListRequest(form))), url: `/v1/${type}s` };
    return expand(store, page, form.expand);
  }),
});

const readObject =
  (type: string): Work =>
  async ({ store, id, form }) =>
    expand(store, (await store.get(type, id)).object, form.expand);

const objectOf = (type: string): StripeCall => ({
  method: 'GET',
  url: `/${type}s/:id`,
  work: withSecretKey(readObject(type)),
});

/**
 * The calls of Stripe's API that the site uses (https://docs.stripe.com/api).
 * @param challengeUrl returns the page of the 3-D Secure challenge of an intent
 */
export const stripeCalls = (challengeUrl: (id: string) => string): StripeCall[] => [
  {
    method: 'POST',
    url: '/payment_intents',
    work: withSecretKey(async ({ store, form }) => intents.createPaymentIntent(store, form)),
  },
  {
    method: 'GET',
    url: '/payment_intents/:id',
    work: withClientSecret(readObject('payment_intent')),
  },
  {
    method: 'POST',
    url: '/payment_intents/:id/confirm',
    work: withClientSecret(async ({ store, id, form }) => {
      const data = form.payment_method_data as { card?: CardInput } | undefined;
      const made = data?.card && (await createPaymentMethod(store, data.card));
      return intents.confirmPaymentIntent(store, id, {
        paymentMethod: made?.id ?? text(form.payment_method),
        returnUrl: text(form.return_url),
        challengeUrl: challengeUrl(id),
      });
    }),
  },
  {
    method: 'POST',
    url: '/payment_intents/:id/cancel',
    work: withSecretKey(async ({ store, id }) => intents.cancelPaymentIntent(store, id)),
  },
  {
    method: 'POST',
    url: '/payment_methods',
    work: async ({ store, form }) => {
      if (form.type !== 'card') throw invalidRequest('Only cards are supported.', { param: 'type' });
      return createPaymentMethod(store, form.card ?? {});
    },
  },
  {
    method: 'POST',
    url: '/refunds',
    work: withSecretKey(async ({ store, form }) => createRefund(store, form)),
  },
  {
    method: 'POST',
    url: '/disputes/:id',
    work: withSecretKey(async ({ store, id, form }) =>
      answerDispute(store, id, form.evidence as Record<string, string> | undefined),
    ),
  },
  {
    method: 'POST',
    url: '/disputes/:id/close',
    work: withSecretKey(async ({ store, id }) => closeDispute(store, id, 'lost')),
  },
  ...['payment_intent', 'charge', 'refund', 'event', 'dispute'].map(listOf),
  ...['payment_method', 'charge', 'refund', 'event', 'dispute'].map(objectOf),
];
