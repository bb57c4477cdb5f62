import { PAGE_SIZE } from '#contract/paging.ts';
import { useSearchParams } from '#web/routing/router-context.ts';
import { readPage } from './read-page.ts';

/** The values that each filter of a list can have, by the name of the filter. */
type FilterValues = Record<string, string>;
type NoFilters = { [Name in never]: string };

/** The state of a list, read from the URL. */
export interface ListState<Sort extends string = string, Filters extends FilterValues = FilterValues> {
  q: string;
  /** The orders that can be chosen. */
  sorts: readonly Sort[];
  sort: Sort | undefined;
  page: number;
  /** Entries per page. */
  size: number;
  filters: Partial<Filters>;
  /** The query for the API call. */
  query: { q?: string; sort?: Sort; page: number; limit: number } & Partial<Filters>;
  /** Changes a parameter of the URL. Any change except of the page returns to the first page. */
  change: (part: 'q' | 'sort' | 'page' | (keyof Filters & string), value: string | undefined) => void;
  /** The query string of another page of the list, for links. */
  searchOf: (page: number) => string;
  /** Whether a search or filter is active, which may be why the list is empty. */
  isFiltered: boolean;
  clear: () => void;
}

interface ListOptions<Sort extends string, Filters extends FilterValues> {
  sorts: readonly Sort[];
  /** The allowed values of each filter. Other values in the URL are ignored. */
  filters?: { [Name in keyof Filters]: readonly Filters[Name][] };
  /** Entries per page. */
  size?: number;
}

/** Reads a list's state from the URL. Invalid values are ignored. */
export const readListState = <Sort extends string, Filters extends FilterValues = NoFilters>(
  search: URLSearchParams,
  { sorts, filters, size = PAGE_SIZE.default }: ListOptions<Sort, Filters>,
): Omit<ListState<Sort, Filters>, 'sorts' | 'change' | 'clear' | 'searchOf'> => {
  const q = search.get('q')?.trim() ?? '';
  const sort = sorts.find((word) => word === search.get('sort'));
  const page = readPage(search.get('page'));
  const chosen = Object.fromEntries(
    Object.entries<readonly string[]>(filters ?? {})
      .map(([name, values]) => [name, values.find((value) => value === search.get(name))])
      .filter(([, value]) => value),
  ) as Partial<Filters>;
  return {
    q,
    sort,
    page,
    filters: chosen,
    size,
    query: { q: q || undefined, sort, page, limit: size, ...chosen },
    isFiltered: q !== '' || Object.keys(chosen).length > 0,
  };
};

/**
 * Writes a list's state as a query string in canonical order, so that equal states have equal URLs. Empty for the
 * default state.
 */
export const writeListState = ({
  q,
  sort,
  page,
  filters,
}: Pick<ListState, 'q' | 'sort' | 'page' | 'filters'>): string => {
  const search = new URLSearchParams();
  if (q) search.set('q', q);
  if (sort) search.set('sort', sort);
  for (const [name, value] of Object.entries(filters).sort()) if (value) search.set(name, value);
  if (page > 1) search.set('page', String(page));
  return search.size > 0 ? `?${search}` : '';
};

/** Keeps search, sort, filters and page of a list in the URL, so that reloading, sharing and browser back work. */
export const useListState = <Sort extends string, Filters extends FilterValues = NoFilters>(
  options: ListOptions<Sort, Filters>,
): ListState<Sort, Filters> => {
  const [search, setSearch] = useSearchParams();

  const change: ListState<Sort, Filters>['change'] = (part, value) => {
    // The address may be ahead of what is shown, if another part has just been changed.
    const next = new URLSearchParams(window.location.search);
    if (part !== 'page') next.delete('page');
    if (value) next.set(part, value);
    else next.delete(part);
    setSearch(next, { replace: part === 'q', keepsScroll: part !== 'page' });
  };

  const state = readListState(search, options);
  return {
    ...state,
    sorts: options.sorts,
    change,
    searchOf: (page) => writeListState({ ...state, page }),
    clear: () => setSearch({}, { replace: true }),
  };
};
