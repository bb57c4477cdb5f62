import { classDraftSchema } from './class-drafts.ts';
import { classInputSchema } from './classes.ts';
import { CURRENCIES, type Currency } from './currencies.ts';
import { formatPrice, toMajorUnits, toMinorUnits } from './money.ts';

/**
 * Why a class cannot have a price, if it cannot: no card pays amounts below the minimum of the currency. A stored price
 * (`before`) stays valid, because the currency may have changed since. Both are in minor units.
 */
export const findPriceProblem = (price: number, currency: Currency, before?: number): string | undefined => {
  const { minimum } = CURRENCIES[currency];
  if (price === 0 || price === before || price >= minimum) return undefined;
  return `Enter at least ${formatPrice(toMajorUnits(minimum), currency)}, or 0 for a free class`;
};

/**
 * Why a class cannot start on a date, if it cannot: the date has passed. A stored date (`before`) stays valid, because
 * classes are updated after they have started.
 */
export const findStartProblem = (
  startsOn: string | null | undefined,
  today: string,
  before?: string | null,
): string | undefined =>
  startsOn && startsOn !== before && startsOn < today ? 'Choose today or a later date' : undefined;

interface FormRules {
  currency: Currency;
  /** Returns the current date. */
  today: () => string;
  /** What the class has now, if it exists. The price is in major units. */
  stored?: { price: number; startsOn?: string | null };
}

/** The class form with the rules that depend on the site, on the date, and on what is stored. */
export const classFormSchema = ({ currency, today, stored }: FormRules) =>
  classInputSchema.extend({
    price: classInputSchema.shape.price.superRefine((price, issues) => {
      const message = findPriceProblem(toMinorUnits(price), currency, stored && toMinorUnits(stored.price));
      if (message) issues.addIssue(message);
    }),
    startsOn: classInputSchema.shape.startsOn.superRefine((startsOn, issues) => {
      const message = findStartProblem(startsOn, today(), stored?.startsOn);
      if (message) issues.addIssue(message);
    }),
  });

/** The same form for a draft, which may lack a picture and a description. */
export const draftFormSchema = (rules: FormRules) =>
  classFormSchema(rules).extend(classDraftSchema.pick({ image: true, description: true }).shape);
