import type Stripe from 'stripe';
import { brandRuleOf, hasValidCheckDigit } from './card-number.ts';
import { newId, nowInSeconds, type Store } from './store.ts';
import { invalidRequest, StripeFailure } from './stripe-failure.ts';
import { behaviorOf, type CardBehavior, TEST_CARDS } from './test-cards.ts';

export interface CardInput {
  number?: string;
  exp_month?: string;
  exp_year?: string;
  cvc?: string;
}

const CENTURY = 2_000;

const cardError = (code: string, message: string, param: string) =>
  new StripeFailure(402, { type: 'card_error', code, message, param });

const checkCard = ({ number = '', exp_month, exp_year, cvc }: CardInput) => {
  const digits = number.replace(/\s/g, '');
  const month = Number(exp_month);
  const year = Number(exp_year) < 100 ? CENTURY + Number(exp_year) : Number(exp_year);
  const now = new Date();
  const rule = brandRuleOf(digits);
  if (!/^\d+$/.test(digits) || !rule.lengths.includes(digits.length) || !hasValidCheckDigit(digits)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  if (!Number.isInteger(year) || year < now.getUTCFullYear() || year > now.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  if (cvc !== undefined && (!/^\d+$/.test(cvc) || cvc.length !== rule.cvcLength)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return { digits, month, year, brand: rule.brand };
};

const NO_BILLING_DETAILS: Stripe.PaymentMethod['billing_details'] = {
  address: null,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

const describeCard = (
  digits: string,
  month: number,
  year: number,
  brand: string,
): Stripe.PaymentMethod.Card => ({
  brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
  country: 'US',
  display_brand: brand,
  exp_month: month,
  exp_year: year,
  fingerprint: null,
  funding: 'credit',
  generated_from: null,
  last4: digits.slice(-4),
  networks: { available: [brand], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
});

/** Creates a payment method from a card. Stores only the last digits and the test behavior, never the number. */
export const createPaymentMethod = async (store: Store, card: CardInput): Promise<Stripe.PaymentMethod> => {
  const { digits, month, year, brand } = checkCard(card);
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: NO_BILLING_DETAILS,
    card: describeCard(digits, month, year, brand),
    created: nowInSeconds(),
    customer: null,
    customer_account: null,
    livemode: store.livemode,
    metadata: {},
    type: 'card',
  };
  await store.put(method, { behavior: behaviorOf(digits) });
  return method;
};

/** Finds a payment method by its id, or by one of Stripe's test tokens such as `pm_card_visa`. */
export const findPaymentMethod = async (
  store: Store,
  id: string,
): Promise<{ method: Stripe.PaymentMethod; behavior: CardBehavior }> => {
  const test = TEST_CARDS.find(({ token }) => token === id);
  if (test) {
    const exp_year = String(new Date().getUTCFullYear() + 1);
    const method = await createPaymentMethod(store, { number: test.number, exp_month: '12', exp_year });
    return { method, behavior: test.behavior };
  }
  if (!id.startsWith('pm_'))
    throw invalidRequest(`No such PaymentMethod: '${id}'`, {
      code: 'resource_missing',
      param: 'payment_method',
    });
  const { object, hidden } = await store.get<Stripe.PaymentMethod>('payment_method', id);
  return { method: object, behavior: hidden.behavior as CardBehavior };
};
