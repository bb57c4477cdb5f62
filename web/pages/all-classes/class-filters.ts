import type { ClassFilter } from '#contract/classes.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { SKILL_LIMITS, type Skills } from '#contract/skills.ts';
import type { ListState } from '#web/lists/use-list-state.ts';

interface PriceRange {
  label: (format: (price: number) => string) => string;
  minPrice?: number;
  maxPrice?: number;
}

/** Price ranges to filter by, in major units. Both bounds are inclusive. */
const PRICES: Record<string, PriceRange> = {
  free: { label: () => 'Free', maxPrice: 0 },
  'under-40': { label: (format) => `Under ${format(40)}`, maxPrice: 39.99 },
  '40-to-80': { label: (format) => `${format(40)} to ${format(80)}`, minPrice: 40, maxPrice: 80 },
  'over-80': { label: (format) => `Over ${format(80)}`, minPrice: 80.01 },
};

/** @param categories the categories that the site offers */
export const categoryFilter = (categories: readonly string[]) => ({
  name: 'category' as const,
  label: 'Category',
  allLabel: 'All categories',
  options: categories.map((value) => ({ value, label: value })),
});

/** @param levels the experience levels that the site offers */
export const levelFilter = (levels: readonly string[]) => ({
  name: 'experience' as const,
  label: 'Level',
  allLabel: 'All levels',
  options: levels.map((value) => ({ value, label: value })),
});

/** @param format writes a price in the site's currency */
export const priceFilter = (format: (price: number) => string) => ({
  name: 'price' as const,
  label: 'Price',
  allLabel: 'Any price',
  options: Object.entries(PRICES).map(([value, { label }]) => ({ value, label: label(format) })),
});

/** @param skills the choices that the site offers; others in the URL are ignored */
export const listOptions = ({ skillCategories, experienceLevels }: Skills) => ({
  sorts: ['-enroll', '-rating', 'price', '-price'] as const,
  filters: { category: skillCategories, experience: experienceLevels, price: Object.keys(PRICES) },
  size: PAGE_SIZE.classes,
});

/** The same with the choices of the URL, offered or not, for an address that is the same whatever the site offers. */
export const listOptionsOf = (search: URLSearchParams) => {
  const choices = (name: string) =>
    [search.get(name) ?? ''].filter(({ length }) => length <= SKILL_LIMITS.length);
  return listOptions({ skillCategories: choices('category'), experienceLevels: choices('experience') });
};

type Options = ReturnType<typeof listOptions>;
type State = Pick<
  ListState<Options['sorts'][number], { category: string; experience: string; price: string }>,
  'query'
>;

/** Converts the list's state into the filter of the API call, for approved classes only. */
export const toClassFilter = ({ query: { price, ...query } }: State): ClassFilter => {
  const { minPrice, maxPrice } = PRICES[price ?? ''] ?? {};
  return { ...query, status: 'approve', minPrice, maxPrice };
};
