import type Stripe from 'stripe';
import { createCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { emitEvent } from './events.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { newId, nowInSeconds, type Store } from './store.ts';
import { invalidRequest, StripeFailure } from './stripe-failure.ts';
import { type CardBehavior, type Decline, declineOf } from './test-cards.ts';

const MINIMUM_AMOUNT = 50;
const MAXIMUM_AMOUNT = 99_999_999;

const AUTHENTICATION_FAILURE: Decline = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

export interface CreateInput {
  amount?: string;
  currency?: string;
  description?: string;
  metadata?: Record<string, string>;
}

const checkAmount = (input: string | undefined): number => {
  if (!input)
    throw invalidRequest('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' });
  const amount = Number(input);
  if (!Number.isInteger(amount)) {
    throw invalidRequest(`Invalid integer: ${input}`, { code: 'parameter_invalid_integer', param: 'amount' });
  }
  if (amount < MINIMUM_AMOUNT) {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > MAXIMUM_AMOUNT) {
    throw invalidRequest('Amount must be no more than $999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  return amount;
};

interface NewIntent {
  amount: number;
  currency: string;
  description?: string;
  metadata?: Record<string, string>;
  /** Seconds since 1970. */
  created?: number;
  livemode?: boolean;
}

export const newIntent = (id: string, input: NewIntent): Stripe.PaymentIntent => ({
  id,
  object: 'payment_intent',
  allowed_payment_method_types: ['card'],
  amount: input.amount,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  client_secret: newId(`${id}_secret`),
  confirmation_method: 'automatic',
  created: input.created ?? nowInSeconds(),
  currency: input.currency,
  customer: null,
  customer_account: null,
  description: input.description ?? null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: input.livemode ?? false,
  managed_payments: null,
  metadata: input.metadata ?? {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_group: null,
});

export const createPaymentIntent = async (
  store: Store,
  input: CreateInput,
): Promise<Stripe.PaymentIntent> => {
  const amount = checkAmount(input.amount);
  if (!/^[a-z]{3}$/i.test(input.currency ?? '')) {
    throw invalidRequest('Missing required param: currency.', {
      code: 'parameter_missing',
      param: 'currency',
    });
  }
  const currency = input.currency!.toLowerCase();
  const { livemode } = store;
  const intent = newIntent(newId('pi'), { ...input, amount, currency, livemode });
  await store.put(intent);
  await emitEvent(store, 'payment_intent.created', intent);
  return intent;
};

const fail = async (
  store: Store,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Promise<StripeFailure> => {
  const charge =
    decline === AUTHENTICATION_FAILURE ? undefined : await createCharge(store, intent, method, decline);
  const { code, decline_code, message } = decline;
  const error = {
    type: charge ? ('card_error' as const) : ('invalid_request_error' as const),
    code,
    ...(decline_code && { decline_code }),
    message,
    ...(charge && { charge: charge.id }),
  };
  const failed = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    last_payment_error: { ...error, payment_method: method },
  } as Stripe.PaymentIntent;
  await store.put(failed);
  await emitEvent(store, 'payment_intent.payment_failed', failed);
  return new StripeFailure(charge ? 402 : 400, { ...error, payment_intent: failed, payment_method: method });
};

const succeed = async (
  store: Store,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  behavior: CardBehavior,
): Promise<Stripe.PaymentIntent> => {
  const charge = await createCharge(store, intent, method);
  const succeeded: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    payment_method: method.id,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  };
  await store.put(succeeded, { behavior });
  await emitEvent(store, 'payment_intent.succeeded', succeeded);
  if (behavior === 'dispute') await openDispute(store, charge);
  return succeeded;
};

const challenge = async (
  store: Store,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  challengeUrl: string,
  returnUrl: string | undefined,
): Promise<Stripe.PaymentIntent> => {
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action: returnUrl
      ? { type: 'redirect_to_url', redirect_to_url: { url: challengeUrl, return_url: returnUrl } }
      : {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: challengeUrl },
        },
  };
  await store.put(waiting);
  await emitEvent(store, 'payment_intent.requires_action', waiting);
  return waiting;
};

const unexpectedState = (intent: Stripe.PaymentIntent, verb: string) =>
  invalidRequest(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  });

/** Pays the intent with a card. @throws StripeFailure if the card is declined; the intent then accepts another card */
export const confirmPaymentIntent = async (
  store: Store,
  id: string,
  input: { paymentMethod?: string; returnUrl?: string; challengeUrl: string },
): Promise<Stripe.PaymentIntent> => {
  const { object: intent } = await store.get<Stripe.PaymentIntent>('payment_intent', id);
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(intent, 'confirm');
  }
  if (!input.paymentMethod) {
    throw invalidRequest('You cannot confirm this PaymentIntent because it’s missing a payment method.', {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    });
  }
  const { method, behavior } = await findPaymentMethod(store, input.paymentMethod);
  if (behavior === 'challenge' || behavior === 'challenge_then_decline') {
    return challenge(store, intent, method, input.challengeUrl, input.returnUrl);
  }
  const decline = declineOf(behavior);
  if (decline) throw await fail(store, intent, method, decline);
  return succeed(store, intent, method, behavior);
};

/** Completes a 3-D Secure challenge. The intent's status holds the result. */
export const completeChallenge = async (store: Store, id: string, passed: boolean): Promise<void> => {
  const { object: intent } = await store.get<Stripe.PaymentIntent>('payment_intent', id);
  if (intent.status !== 'requires_action') return;
  const { method, behavior } = await findPaymentMethod(store, intent.payment_method as string);
  const decline = passed ? declineOf(behavior) : AUTHENTICATION_FAILURE;
  if (decline) await fail(store, intent, method, decline);
  else await succeed(store, intent, method, behavior);
};

export const cancelPaymentIntent = async (store: Store, id: string): Promise<Stripe.PaymentIntent> => {
  const { object: intent } = await store.get<Stripe.PaymentIntent>('payment_intent', id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'cancel');
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: nowInSeconds(),
    next_action: null,
  };
  await store.put(canceled);
  await emitEvent(store, 'payment_intent.canceled', canceled);
  return canceled;
};
