import type { CardBrand } from './test-cards.ts';

interface BrandRule {
  brand: CardBrand;
  pattern: RegExp;
  lengths: readonly number[];
  cvcLength: number;
}

const BRANDS: readonly BrandRule[] = [
  { brand: 'visa', pattern: /^4/, lengths: [16], cvcLength: 3 },
  {
    brand: 'mastercard',
    pattern: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    cvcLength: 3,
  },
  { brand: 'amex', pattern: /^3[47]/, lengths: [15], cvcLength: 4 },
  { brand: 'discover', pattern: /^(6011|64[4-9]|65)/, lengths: [16], cvcLength: 3 },
  { brand: 'diners', pattern: /^3(0[0-5]|[689])/, lengths: [14, 16], cvcLength: 3 },
  { brand: 'jcb', pattern: /^35/, lengths: [16], cvcLength: 3 },
  { brand: 'unionpay', pattern: /^62/, lengths: [16, 19], cvcLength: 3 },
];

const UNKNOWN: BrandRule = { brand: 'unknown', pattern: /^/, lengths: [16], cvcLength: 3 };

export const brandRuleOf = (digits: string): BrandRule =>
  BRANDS.find(({ pattern }) => pattern.test(digits)) ?? UNKNOWN;

/** The check digit (ISO/IEC 7812-1, "Luhn"). */
export const hasValidCheckDigit = (digits: string): boolean => {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return digits.length > 0 && sum % 10 === 0;
};
