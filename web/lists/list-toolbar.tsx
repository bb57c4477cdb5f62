import type { ReactNode } from 'react';
import { SearchBox } from './search-box.tsx';
import type { ListState } from './use-list-state.ts';

export interface Option {
  value: string;
  label: string;
}

interface ListSelectProps {
  label: string;
  /** What is chosen while the address says nothing. */
  anything: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (value: string | undefined) => void;
}

/** A choice that narrows or sorts a list. */
export const ListSelect = ({ label, anything, value, options, onChange }: ListSelectProps) => (
  <select
    className="select w-full sm:w-auto"
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value || undefined)}
  >
    <option value="">{anything}</option>
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
  /** Sorts to choose from; a table needs them only on phones, where it has no headings to press. */
  sorts?: readonly { value: Sort; label: string }[];
  sortsOnPhonesOnly?: boolean;
  /** What the list goes by unless sorted. */
  unsorted?: string;
  filters?: readonly { name: Filter; label: string; anything: string; options: readonly Option[] }[];
  children?: ReactNode;
}

/** Search, filters and sorting above a list; actions at its end. */
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
          anything={unsorted}
          value={list.sort}
          options={sorts}
          onChange={(value) => list.change('sort', value)}
        />
      </div>
    )}
    {children && <div className="sm:ms-auto">{children}</div>}
  </div>
);
