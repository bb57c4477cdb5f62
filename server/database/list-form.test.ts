import { describe, expect, it } from 'vitest';
import { type Effects, listFormOf } from './list-form.ts';

interface Filter {
  status?: string;
  sort?: string;
  category?: string;
  q?: string;
  page?: number;
}
const EFFECTS: Effects<Filter> = {
  status: 'named',
  sort: 'named',
  category: 'placeholder',
  q: 'unprepared',
  page: 'paging',
};
const formOf = (filter: Filter) => listFormOf('rows', filter, EFFECTS, { userId: 'u' });

describe('the form of a list', () => {
  it('has another name for each filter that changes the SQL', () => {
    const filters = [{}, { status: 'a' }, { status: 'b' }, { sort: 'a' }, { category: 'x' }];
    const names = filters.map((filter) => formOf(filter)!.name);
    expect(new Set(names).size).toBe(filters.length);
  });

  it('has the same name for another value of a placeholder, and passes the value', () => {
    const [one, two] = [formOf({ category: 'x' })!, formOf({ category: 'y', page: 2 })!];
    expect(two.name).toBe(one.name);
    expect([one.values, two.values]).toEqual([
      { userId: 'u', category: 'x' },
      { userId: 'u', category: 'y' },
    ]);
  });

  it('does not exist for a list that must not be prepared', () => {
    expect(formOf({ q: 'text' })).toBeUndefined();
  });
});
