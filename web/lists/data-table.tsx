import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { StackedTable } from './stacked-table.tsx';
import type { ListState } from './use-list-state.ts';

interface Column<Row> {
  /** A column is sortable if its id is one of the list's sort keys. */
  id: string;
  header: string;
  /** Whether it has texts of several lines. In a card, they are below their label. */
  isText?: boolean;
  /** Whether it has numbers or amounts, which are compared by their last digits. */
  isNumber?: boolean;
  /** Whether its cells have a button that says the same as the header. Cards then show no label. */
  isAction?: boolean;
  cell: (row: Row) => ReactNode;
}

/** The columns of a table. The first one is the row header. */
export type Columns<Row> = Column<Row>[];

interface DataTableProps<Row extends { _id: string | number }> {
  label: string;
  columns: Columns<Row>;
  rows: Row[];
  list: Pick<ListState, 'sorts' | 'sort'> & { change: (part: 'sort', value: string | undefined) => void };
}

type Direction = 'ascending' | 'descending' | 'none';

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

const directionOf = (id: string, sort: string | undefined): Direction =>
  sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none';

/** Cycles through ascending, descending and unsorted. */
const nextSort = (id: string, direction: Direction): string | undefined =>
  ({ none: id, ascending: `-${id}`, descending: undefined })[direction];

const classOf = ({ isText, isNumber }: Pick<Column<never>, 'isText' | 'isNumber'>): string | undefined =>
  isText ? 'text-cell' : isNumber ? 'number-cell' : undefined;

interface SortHeadingProps {
  header: string;
  className: string | undefined;
  direction: Direction;
  onPress: () => void;
}

const SortHeading = ({ header, className, direction, onPress }: SortHeadingProps) => {
  const Icon = ICONS[direction];
  return (
    <th scope="col" aria-sort={direction} className={className}>
      {/* Cards have no visible headings, so nothing in them may have the focus. The toolbar sorts there too. */}
      <span className="in-rows:hidden">{header}</span>
      <button
        type="button"
        className="hidden min-h-6 items-center gap-1 font-semibold in-rows:inline-flex"
        onClick={onPress}
      >
        {header}
        <Icon className="size-4 shrink-0" aria-hidden="true" />
      </button>
    </th>
  );
};

/** A table of one page of rows, which the server has filtered and sorted. Each row is a card where rows do not fit. */
export const DataTable = <Row extends { _id: string | number }>({
  label,
  columns: [first, ...others],
  rows,
  list: { sorts, sort, change },
}: DataTableProps<Row>) => (
  <StackedTable label={label}>
    <thead>
      <tr>
        {[first!, ...others].map(({ id, header, ...kind }) => {
          const className = classOf(kind);
          if (!sorts.includes(id)) {
            return (
              <th key={id} scope="col" className={className}>
                {header}
              </th>
            );
          }
          const direction = directionOf(id, sort);
          const next = sorts.find((word) => word === nextSort(id, direction));
          return (
            <SortHeading
              key={id}
              header={header}
              className={className}
              direction={direction}
              onPress={() => change('sort', next)}
            />
          );
        })}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row._id}>
          <th scope="row">{first!.cell(row)}</th>
          {others.map(({ id, header, isAction, cell, ...kind }) => (
            <td key={id} data-label={isAction ? undefined : header} className={classOf(kind)}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </StackedTable>
);
