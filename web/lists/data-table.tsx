import {
  type ColumnDef,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';

const features = tableFeatures({ rowSortingFeature });

/**
 * The columns of a table. A column whose id is a sort word of the list can be sorted by its heading; the
 * first one heads the row.
 */
export type Columns<Row> = ColumnDef<typeof features, Row & object>[];

interface DataTableProps<Row extends { _id: string | number }, Sort extends string> {
  label: string;
  columns: Columns<Row>;
  rows: Row[];
  sorts: readonly Sort[];
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

const toSorting = (sort: string | undefined): SortingState =>
  sort ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : [];

const fromSorting = ([first]: SortingState): string | undefined =>
  first && `${first.desc ? '-' : ''}${first.id}`;

const ICONS = { asc: ArrowUp, desc: ArrowDown, none: ChevronsUpDown };
const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

/** A page of rows that the server has searched, sorted and cut; on phones each row is a card. */
export const DataTable = <Row extends { _id: string | number }, Sort extends string>({
  label,
  columns,
  rows,
  sorts,
  sort,
  onSort,
}: DataTableProps<Row, Sort>) => {
  const sorting = toSorting(sort);
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => String(row._id),
    manualSorting: true,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (change: Updater<SortingState>) => {
      const next = fromSorting(typeof change === 'function' ? change(sorting) : change);
      onSort(sorts.find((word) => word === next));
    },
  });
  return (
    <div className="panel overflow-x-auto max-md:border-0 max-md:bg-transparent">
      <table className="table stacked-on-phones" aria-label={label}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const { column } = header;
                const canSort = sorts.some((word) => word === column.id);
                if (!canSort) {
                  return (
                    <th key={header.id} scope="col">
                      <table.FlexRender header={header} />
                    </th>
                  );
                }
                const state = column.getIsSorted() || 'none';
                const Icon = ICONS[state];
                return (
                  <th key={header.id} scope="col" aria-sort={ARIA_SORT[state]}>
                    <button
                      type="button"
                      className="flex items-center gap-1 font-semibold"
                      onClick={column.getToggleSortingHandler()}
                    >
                      <table.FlexRender header={header} />
                      <Icon className="size-4 shrink-0" aria-hidden="true" />
                    </button>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell, index) => {
                const { header } = cell.column.columnDef;
                return index === 0 ? (
                  <th key={cell.id} scope="row">
                    <table.FlexRender cell={cell} />
                  </th>
                ) : (
                  <td key={cell.id} data-label={typeof header === 'string' ? header : undefined}>
                    <table.FlexRender cell={cell} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
