import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAGE_SIZE } from '#contract/paging.ts';
import { readListState, writeListState } from './use-list-state.ts';

const OPTIONS = { sorts: ['price', '-price'] as const, filters: { category: ['Games', 'Web'] }, size: 24 };
const read = (search: string) => readListState(new URLSearchParams(search), OPTIONS);

describe('the state of a list in the URL', () => {
  it('has a default', () => {
    expect(read('')).toEqual({
      q: '',
      sort: undefined,
      page: 1,
      size: 24,
      filters: {},
      query: { q: undefined, sort: undefined, page: 1, limit: 24 },
      isFiltered: false,
    });
  });

  it('has search, sort, filter and page', () => {
    expect(read('q=+type+&sort=-price&category=Web&page=3')).toMatchObject({
      filters: { category: 'Web' },
      query: { q: 'type', sort: '-price', page: 3, limit: 24, category: 'Web' },
      isFiltered: true,
    });
  });

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', `page=${PAGE_SIZE.lastPage + 1}`])(
    'is at the first page for %s',
    (search) => expect(read(search).page).toBe(1),
  );

  it('ignores unknown sorts, filters and values', () => {
    expect(read('sort=title&category=Cooking&role=admin&q=++')).toEqual(read(''));
  });

  it('is written in one order, without defaults', () => {
    expect(writeListState(read(''))).toBe('');
    expect(writeListState(read('page=2&category=Web&sort=price&q=a+b'))).toBe(
      '?q=a+b&sort=price&category=Web&page=2',
    );
  });

  it('is the same after it was written and read', () => {
    const state = fc.record({
      q: fc.string().map((text) => text.trim()),
      sort: fc.constantFrom(undefined, ...OPTIONS.sorts),
      page: fc.integer({ min: 1, max: PAGE_SIZE.lastPage }),
      filters: fc.constantFrom({}, { category: 'Games' }, { category: 'Web' }),
    });
    fc.assert(
      fc.property(state, (written) => {
        expect(read(writeListState(written))).toMatchObject(written);
      }),
    );
  });
});
