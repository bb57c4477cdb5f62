import { describe, expect, it } from 'vitest';
import { DEFAULT_SKILLS } from '#contract/skills.ts';
import { readListState } from '#web/lists/use-list-state.ts';
import { listOptions, listOptionsOf, priceFilter, toClassFilter } from './class-filters.ts';

const OPTIONS = listOptions(DEFAULT_SKILLS);
const filterOf = (search: string) => toClassFilter(readListState(new URLSearchParams(search), OPTIONS));

describe('the filter of All Classes', () => {
  it('requests approved classes, whatever the URL says', () => {
    expect(filterOf('status=Pending')).toMatchObject({ status: 'approve', page: 1 });
  });

  it.each([
    ['free', undefined, 0],
    ['under-40', undefined, 39.99],
    ['40-to-80', 40, 80],
    ['over-80', 80.01, undefined],
    ['', undefined, undefined],
    ['toString', undefined, undefined],
  ])('converts the price %j to bounds', (price, minPrice, maxPrice) => {
    expect(filterOf(`price=${price}`)).toMatchObject({ minPrice, maxPrice });
  });

  it('has exactly one range for each paid price', () => {
    const ranges = Object.values(OPTIONS.filters.price).map((price) => filterOf(`price=${price}`));
    for (let cents = 1; cents <= 20_000; cents += 1) {
      const price = cents / 100;
      const matching = ranges.filter(
        ({ minPrice = 0, maxPrice = Infinity }) => price >= minPrice && price <= maxPrice,
      );
      expect(matching.length, `${price}`).toBe(1);
    }
  });

  it('names the prices in the currency of the site', () => {
    const { options } = priceFilter((price) => `${price}€`);
    expect(options.map(({ label }) => label)).toEqual(['Free', 'Under 40€', '40€ to 80€', 'Over 80€']);
  });

  it('knows the categories that the site offers', () => {
    expect(filterOf('category=Game+Development').category).toBe('Game Development');
    expect(filterOf('category=Cooking').category).toBeUndefined();
  });

  it('has an address for each category, offered or not, unless it is too long for one', () => {
    const categoryOf = (category: string) => {
      const search = new URLSearchParams({ category });
      return readListState(search, listOptionsOf(search)).filters.category;
    };
    expect(categoryOf('Cooking')).toBe('Cooking');
    expect(categoryOf('')).toBeUndefined();
    expect(categoryOf('C'.repeat(61))).toBeUndefined();
  });
});
