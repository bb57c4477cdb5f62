import type { ReviewedTexts } from '#contract/class-changes.ts';

const FIELDS = [
  { name: 'title', label: 'Title' },
  { name: 'price', label: 'Price' },
  { name: 'description', label: 'Description' },
] as const satisfies { name: keyof ReviewedTexts; label: string }[];

export interface ChangedField {
  label: string;
  before: string;
  after: string;
  isChanged: boolean;
  /** Whether the field is compared word by word. */
  hasWords: boolean;
}

/** The labels of the fields that a change affects. */
export const changedLabels = (before: ReviewedTexts, after: ReviewedTexts): string[] =>
  FIELDS.filter(({ name }) => before[name] !== after[name]).map(({ label }) => label);

/** Each text of a class before and after a change. */
export const compareFields = (
  before: ReviewedTexts,
  after: ReviewedTexts,
  showPrice: (price: number) => string,
): ChangedField[] => {
  const show = (value: string | number): string => (typeof value === 'number' ? showPrice(value) : value);
  return FIELDS.map(({ name, label }) => ({
    label,
    before: show(before[name]),
    after: show(after[name]),
    isChanged: before[name] !== after[name],
    hasWords: name !== 'price',
  }));
};
