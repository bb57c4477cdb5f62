import { Inbox } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { type Columns, DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { sortOptions } from '#web/lists/sort-options.ts';
import type { ListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type ReviewStatus, STATUS_FILTER } from './status-filter.ts';

interface ReviewListProps<Item extends { _id: string }, Sort extends string> {
  title: string;
  list: ListState<Sort, { status: ReviewStatus }>;
  loaded: ComponentProps<typeof ListView<Item>>['loaded'];
  /** Labels of the sortable columns, for the sort options of cards. */
  sortLabels: Partial<Record<Sort, string>>;
  columns: Columns<Item>;
  searchLabel: string;
  /** The table's accessible name. */
  label: string;
  noun: ComponentProps<typeof ListView<Item>>['noun'];
  failure: string;
  empty: string;
  error: Error | null;
  /** The open dialog. */
  dialog: ReactNode;
}

/** The screen on which admins review classes or teacher requests. */
export const ReviewList = <Item extends { _id: string }, Sort extends string>({
  title,
  list,
  loaded,
  sortLabels,
  columns,
  searchLabel,
  label,
  noun,
  failure,
  empty,
  error,
  dialog,
}: ReviewListProps<Item, Sort>) => (
  <div className="grid gap-6">
    <PageMeta title={title} />
    <h1>{title}</h1>
    <ListToolbar
      list={list}
      loaded={loaded}
      searchLabel={searchLabel}
      filters={[STATUS_FILTER]}
      sorts={sortOptions(sortLabels as Record<Sort, string>) as { value: Sort; label: string }[]}
      sortsForCardsOnly
    />
    {error && <FormError>{error.message}</FormError>}
    <ListView
      list={list}
      loaded={loaded}
      noun={noun}
      failure={failure}
      empty={<Notice icon={<Inbox />} title={empty} />}
    >
      {(rows) => <DataTable label={label} columns={columns} rows={rows} list={list} />}
    </ListView>
    {dialog}
  </div>
);
