import { brandRuleOf, hasValidCheckDigit } from '../card-number.ts';

export interface FieldState {
  complete: boolean;
  error?: { code: string; message: string };
}

const LONGEST_NUMBER = 19;
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Formats `4242424242424242` as `4242 4242 4242 4242`, and American Express numbers as 4-6-5. */
export const formatNumber = (text: string): string => {
  const digits = digitsOf(text);
  const { brand, lengths } = brandRuleOf(digits);
  const cut = digits.slice(0, Math.max(...lengths, brand === 'unknown' ? LONGEST_NUMBER : 0));
  const groups =
    brand === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/.exec(cut)?.slice(1) : cut.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
};

/** Formats `1234` as `12 / 34`. A first digit above 1 is a complete month. */
export const formatExpiry = (text: string): string => {
  const typed = digitsOf(text).slice(0, 4);
  const digits = /^[2-9]/.test(typed) ? `0${typed}`.slice(0, 4) : typed;
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
};

export const formatCvc = (text: string, number: string): string =>
  digitsOf(text).slice(0, brandRuleOf(digitsOf(number)).cvcLength);

const failed = (code: string, message: string): FieldState => ({ complete: false, error: { code, message } });

/** Messages and codes are those of Stripe.js (https://docs.stripe.com/js/element/events/on_change?type=cardElement). */
export const checkNumber = (text: string): FieldState => {
  const digits = digitsOf(text);
  const { lengths } = brandRuleOf(digits);
  if (!lengths.includes(digits.length)) return failed('incomplete_number', 'Your card number is incomplete.');
  if (!hasValidCheckDigit(digits)) return failed('invalid_number', 'Your card number is invalid.');
  return { complete: true };
};

export const checkExpiry = (text: string, now = new Date()): FieldState => {
  const digits = digitsOf(text);
  if (digits.length < 4) return failed('incomplete_expiry', "Your card's expiration date is incomplete.");
  const month = Number(digits.slice(0, 2));
  const year = 2_000 + Number(digits.slice(2));
  if (month < 1 || month > 12)
    return failed('invalid_expiry_month', "Your card's expiration date is invalid.");
  if (year < now.getFullYear())
    return failed('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  if (year === now.getFullYear() && month <= now.getMonth()) {
    return failed('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  }
  return { complete: true };
};

export const checkCvc = (text: string, number: string): FieldState =>
  digitsOf(text).length === brandRuleOf(digitsOf(number)).cvcLength
    ? { complete: true }
    : failed('incomplete_cvc', "Your card's security code is incomplete.");
