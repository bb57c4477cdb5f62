/** How a card reacts to a charge (https://docs.stripe.com/testing). */
export type CardBehavior =
  | 'succeeds'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'challenge'
  | 'challenge_then_decline'
  | 'dispute'
  | 'refund_fails'
  | 'refund_pending';

export type CardBrand =
  'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';

interface TestCard {
  number: string;
  token?: string;
  behavior: CardBehavior;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', token: 'pm_card_visa', behavior: 'succeeds' },
  { number: '5555555555554444', token: 'pm_card_mastercard', behavior: 'succeeds' },
  { number: '4000000000000002', token: 'pm_card_chargeDeclined', behavior: 'generic_decline' },
  {
    number: '4000000000009995',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    behavior: 'insufficient_funds',
  },
  { number: '4000000000009987', token: 'pm_card_visa_chargeDeclinedLostCard', behavior: 'lost_card' },
  { number: '4000000000009979', token: 'pm_card_visa_chargeDeclinedStolenCard', behavior: 'stolen_card' },
  { number: '4000000000000069', token: 'pm_card_chargeDeclinedExpiredCard', behavior: 'expired_card' },
  { number: '4000000000000127', token: 'pm_card_chargeDeclinedIncorrectCvc', behavior: 'incorrect_cvc' },
  {
    number: '4000000000000119',
    token: 'pm_card_chargeDeclinedProcessingError',
    behavior: 'processing_error',
  },
  { number: '4000002760003184', token: 'pm_card_authenticationRequired', behavior: 'challenge' },
  { number: '4000002500003155', behavior: 'challenge' },
  { number: '4000000000003220', token: 'pm_card_threeDSecure2Required', behavior: 'challenge' },
  { number: '4000008400001629', behavior: 'challenge_then_decline' },
  { number: '4000000000000259', token: 'pm_card_createDispute', behavior: 'dispute' },
  { number: '4000000000005126', token: 'pm_card_refundFail', behavior: 'refund_fails' },
  { number: '4000000000007726', token: 'pm_card_pendingRefund', behavior: 'refund_pending' },
];

/** Cards with a valid check digit that are not in the table succeed, as in Stripe's test mode. */
export const behaviorOf = (number: string): CardBehavior =>
  TEST_CARDS.find((card) => card.number === number)?.behavior ?? 'succeeds';

export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

const DECLINED = 'Your card was declined.';

/** The codes and messages of Stripe's declines (https://docs.stripe.com/declines/codes). */
const DECLINES: Partial<Record<CardBehavior, Decline>> = {
  generic_decline: { code: 'card_declined', decline_code: 'generic_decline', message: DECLINED },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', decline_code: 'lost_card', message: DECLINED },
  stolen_card: { code: 'card_declined', decline_code: 'stolen_card', message: DECLINED },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};

export const declineOf = (behavior: CardBehavior): Decline | undefined =>
  behavior === 'challenge_then_decline' ? DECLINES.generic_decline : DECLINES[behavior];
