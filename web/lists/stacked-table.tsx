import type { ReactNode } from 'react';
import './stacked-table.css';

interface StackedTableProps {
  label: string;
  /** The head and the body. */
  children: ReactNode;
}

/** A table whose rows become cards where it is not wide enough for them. */
export const StackedTable = ({ label, children }: StackedTableProps) => (
  <div className="@container/list">
    <div className="panel overflow-x-auto in-cards:border-0 in-cards:bg-transparent">
      <table className="table stacked-table" aria-label={label}>
        {children}
      </table>
    </div>
  </div>
);
