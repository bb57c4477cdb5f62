/** How a card reacts to a charge (https://docs.stripe.com/testing). */
export type CardBehaviour =
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
  behaviour: CardBehaviour;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', token: 'pm_card_visa', behaviour: 'succeeds' },
  { number: '5555555555554444', token: 'pm_card_mastercard', behaviour: 'succeeds' },
  { number: '4000000000000002', token: 'pm_card_chargeDeclined', behaviour: 'generic_decline' },
  {
    number: '4000000000009995',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    behaviour: 'insufficient_funds',
  },
  { number: '4000000000009987', token: 'pm_card_visa_chargeDeclinedLostCard', behaviour: 'lost_card' },
  { number: '4000000000009979', token: 'pm_card_visa_chargeDeclinedStolenCard', behaviour: 'stolen_card' },
  { number: '4000000000000069', token: 'pm_card_chargeDeclinedExpiredCard', behaviour: 'expired_card' },
  { number: '4000000000000127', token: 'pm_card_chargeDeclinedIncorrectCvc', behaviour: 'incorrect_cvc' },
  {
    number: '4000000000000119',
    token: 'pm_card_chargeDeclinedProcessingError',
    behaviour: 'processing_error',
  },
  { number: '4000002760003184', token: 'pm_card_authenticationRequired', behaviour: 'challenge' },
  { number: '4000002500003155', behaviour: 'challenge' },
  { number: '4000000000003220', token: 'pm_card_threeDSecure2Required', behaviour: 'challenge' },
  { number: '4000008400001629', behaviour: 'challenge_then_decline' },
  { number: '4000000000000259', token: 'pm_card_createDispute', behaviour: 'dispute' },
  { number: '4000000000005126', token: 'pm_card_refundFail', behaviour: 'refund_fails' },
  { number: '4000000000007726', token: 'pm_card_pendingRefund', behaviour: 'refund_pending' },
];

/** Cards with a valid check digit that are not in the table succeed, as in Stripe's test mode. */
export const behaviourOf = (number: string): CardBehaviour =>
  TEST_CARDS.find((card) => card.number === number)?.behaviour ?? 'succeeds';

export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

const DECLINED = 'Your card was declined.';

/** The codes and messages of Stripe's declines (https://docs.stripe.com/declines/codes). */
const DECLINES: Partial<Record<CardBehaviour, Decline>> = {
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

export const declineOf = (behaviour: CardBehaviour): Decline | undefined =>
  behaviour === 'challenge_then_decline' ? DECLINES.generic_decline : DECLINES[behaviour];
