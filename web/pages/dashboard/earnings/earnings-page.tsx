import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { type ClassRevenue, exportEarnings } from '#contract/revenue.ts';
import { earningsQuery, earningTotalsQuery } from '#web/calls/revenue.ts';
import { type Columns, DataTable } from '#web/lists/data-table.tsx';
import { ExportButton } from '#web/lists/export-button.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PATHS } from '#web/paths.ts';
import { Amount } from '#web/payments/amount.tsx';
import { daysOf, type Period } from '#web/payments/period.ts';
import { Link } from '#web/routing/link.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { EarningTotals } from './earning-totals.tsx';

type Row = ClassRevenue & { _id: string };

const COLUMNS: Columns<Row> = [
  {
    id: 'title',
    header: 'Class',
    cell: ({ title }) => (
      <span dir="auto" className="min-w-0 in-rows:block in-rows:min-w-28">
        {title}
      </span>
    ),
  },
  { id: 'count', isNumber: true, header: 'Payments', cell: ({ count }) => count },
  { id: 'amount', isNumber: true, header: 'Paid', cell: ({ amount }) => <Amount of={amount} /> },
  { id: 'refunded', isNumber: true, header: 'Refunded', cell: ({ refunded }) => <Amount of={refunded} /> },
  { id: 'lost', isNumber: true, header: 'Lost in disputes', cell: ({ lost }) => <Amount of={lost} /> },
  {
    id: 'revenue',
    header: 'Earned',
    isNumber: true,
    cell: ({ revenue }) => (
      <strong>
        <Amount of={revenue} />
      </strong>
    ),
  },
];

/** The teacher's earnings: the total, and by class. */
export const Component = () => {
  const list = useListState({ sorts: [] });
  const [period, setPeriod] = useState<Period>('month');
  const { q, page, limit } = list.query;
  const earnings = useQuery(earningsQuery({ q, page, limit }));
  const totals = useQuery(earningTotalsQuery(daysOf(period)));
  // The total appears together with the list, because it would push that down later.
  const isPending = [earnings, totals].some((query) => query.isPending && !query.isPaused);
  return (
    <div className="grid gap-6">
      <PageMeta title="Earnings" />
      <h1>Earnings</h1>
      {isPending ? (
        <ListSkeleton />
      ) : (
        <>
          {totals.data?.total.count !== 0 && (
            <EarningTotals totals={totals} period={period} onPeriod={setPeriod} />
          )}
          <ListToolbar list={list} loaded={earnings} searchLabel="Search your classes">
            <ExportButton call={exportEarnings} fileName="earnings.csv" />
          </ListToolbar>
          <ListView
            list={list}
            loaded={earnings}
            noun={['class', 'classes']}
            failure="Your earnings could not be loaded"
            empty={
              <Notice icon={<Wallet />} title="You haven’t added any classes yet">
                <Link to={PATHS.addClass} className="btn btn-primary">
                  Add your first class
                </Link>
              </Notice>
            }
          >
            {(rows) => (
              <DataTable
                label="Earnings by class"
                columns={COLUMNS}
                rows={rows.map((row) => ({ ...row, _id: row.classId }))}
                list={list}
              />
            )}
          </ListView>
        </>
      )}
    </div>
  );
};
