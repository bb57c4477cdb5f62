import type { ReactNode } from 'react';
import { SearchBox } from './search-box.tsx';
import type { ListState } from './use-list-state.ts';

export interface Option {
  value: string;
  label: string;
}

interface ListSelectProps {
  label: string;
  /** Label of the option that is selected by default. */
  allLabel: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (value: string | undefined) => void;
}

/** A select that filters or sorts a list. */
export const ListSelect = ({ label, allLabel, value, options, onChange }: ListSelectProps) => (
  <select
    className="select w-full sm:w-auto"
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

interface ListToolbarProps<Sort extends string, Filter extends string> {
  list: ListState<Sort, Filter>;
  searchLabel: string;
  /** Sort options. A table needs them only on phones, where it has no column headers. */
  sorts?: readonly { value: Sort; label: string }[];
  sortsOnPhonesOnly?: boolean;
  /** Label of the default order. */
  unsorted?: string;
  filters?: readonly { name: Filter; label: string; allLabel: string; options: readonly Option[] }[];
  children?: ReactNode;
}

/** Search, filters and sorting above a list, followed by actions. */
export const ListToolbar = <Sort extends string, Filter extends string>({
  list,
  searchLabel,
  sorts = [],
  sortsOnPhonesOnly = false,
  unsorted = 'Newest first',
  filters = [],
  children,
}: ListToolbarProps<Sort, Filter>) => (
  <div role="search" className="grid gap-3 sm:flex sm:flex-wrap sm:items-center">
    <SearchBox label={searchLabel} value={list.q} onSearch={(text) => list.change('q', text)} />
    {filters.map(({ name, ...filter }) => (
      <ListSelect
        key={name}
        {...filter}
        value={list.filters[name]}
        onChange={(value) => list.change(name, value)}
      />
    ))}
    {sorts.length > 0 && (
      <div className={sortsOnPhonesOnly ? 'md:hidden' : undefined}>
        <ListSelect
          label="Sort by"
          allLabel={unsorted}
          value={list.sort}
          options={sorts}
          onChange={(value) => list.change('sort', value)}
        />
      </div>
    )}
    {children && <div className="sm:ms-auto">{children}</div>}
  </div>
);
