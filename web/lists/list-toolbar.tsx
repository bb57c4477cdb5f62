import type { ReactNode } from 'react';
import { SearchBox } from './search-box.tsx';
import type { ListState } from './use-list-state.ts';

export interface Option {
  value: string;
  label: string;
}

interface ListSelectProps {
  /** The query parameter that it sets. */
  name: string;
  label: string;
  /** Label of the default option, which does not filter. */
  allLabel: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (value: string | undefined) => void;
}

/** A select that filters or sorts a list. */
export const ListSelect = ({ name, label, allLabel, value, options, onChange }: ListSelectProps) => (
  <select
    className="select min-w-0 grow basis-36 sm:w-auto sm:grow-0 sm:basis-auto"
    name={name}
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value || undefined)}
  >
    <option value="">{allLabel}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);

interface ListToolbarProps<Sort extends string, Filters extends Record<string, string>> {
  list: ListState<Sort, Filters>;
  loaded: { data: { total: number } | undefined; isPlaceholderData: boolean };
  searchLabel: string;
  /** Sort options. Tables need them only as cards, which have no column headers. */
  sorts?: readonly { value: Sort; label: string }[];
  sortsForCardsOnly?: boolean;
  /** Label of the default order. */
  unsorted?: string;
  filters?: readonly {
    name: keyof Filters & string;
    label: string;
    allLabel: string;
    options: readonly Option[];
  }[];
  children?: ReactNode;
}

/**
 * Search, filters and sorting above a list, followed by actions. A form, so that it works before hydration. Hidden while
 * the list has no entries at all.
 */
export const ListToolbar = <Sort extends string, Filters extends Record<string, string>>({
  list,
  loaded: { data, isPlaceholderData },
  searchLabel,
  sorts = [],
  sortsForCardsOnly = false,
  unsorted = 'Newest first',
  filters = [],
  children,
}: ListToolbarProps<Sort, Filters>) => {
  // Placeholder data are the matches of the previous search.
  if (data?.total === 0 && !isPlaceholderData && !list.isFiltered) return null;
  return (
    <form
      role="search"
      method="get"
      onSubmit={(event) => event.preventDefault()}
      className="@container/list flex flex-wrap items-center gap-3"
    >
      {/* Enter activates the first button of a form, which must not be one of the actions. */}
      <button type="submit" hidden />
      <SearchBox label={searchLabel} value={list.q} onSearch={(text) => list.change('q', text)} />
      {filters.map(({ name, ...filter }) => (
        <ListSelect
          key={name}
          name={name}
          {...filter}
          value={list.filters[name]}
          onChange={(value) => list.change(name, value)}
        />
      ))}
      {sorts.length > 0 && (
        <div className={`contents ${sortsForCardsOnly ? 'in-rows:hidden' : ''}`}>
          <ListSelect
            name="sort"
            label="Sort by"
            allLabel={unsorted}
            value={list.sort}
            options={sorts}
            onChange={(value) => list.change('sort', value)}
          />
        </div>
      )}
      <noscript>
        <button type="submit" className="btn btn-on-page">
          Apply
        </button>
      </noscript>
      {children && <div className="w-full sm:ms-auto sm:w-auto">{children}</div>}
      {/* Comes last, because the first value of a parameter counts. */}
      {sorts.length === 0 && <input type="hidden" name="sort" value={list.sort ?? ''} />}
    </form>
  );
};
