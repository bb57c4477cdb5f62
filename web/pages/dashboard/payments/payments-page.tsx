import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { formatPrice } from '#contract/money.ts';
import { exportPayments, type Payment, PAYMENT_SORTS, PAYMENT_STATES } from '#contract/payments.ts';
import { paymentsQuery } from '#web/calls/payments.ts';
import { type Columns, DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { ExportButton } from '../export/export-button.tsx';
import { sortOptions } from '../review/table-options.ts';

const STATE_FILTER = {
  name: 'state' as const,
  label: 'State',
  anything: 'Every state',
  options: [
    { value: 'paid', label: 'Paid' },
    { value: 'refunded', label: 'Refunded' },
  ],
};

const SORTS = [
  { value: 'oldest' as const, label: 'Oldest first' },
  { value: '-price' as const, label: 'Highest price first' },
  { value: 'price' as const, label: 'Lowest price first' },
  ...sortOptions({ name: 'Payer', title: 'Class' }),
];

const COLUMNS: Columns<Payment> = [
  { id: 'date', header: 'When', cell: (payment) => formatMoment(payment.date) },
  {
    id: 'name',
    header: 'Payer',
    cell: (payment) => (
      <span className="min-w-0">
        <span className="block">{payment.name}</span>
        <span className="muted block text-xs break-all">{payment.email}</span>
      </span>
    ),
  },
  {
    id: 'title',
    header: 'Class',
    cell: (payment) => (
      <span className="min-w-0">
        <span className="block">{payment.title}</span>
        <span className="muted block text-xs">{payment.teacher}</span>
      </span>
    ),
  },
  { id: 'price', header: 'Price', cell: (payment) => formatPrice(payment.price) },
  {
    id: 'state',
    header: 'State',
    cell: (payment) => (
      <span className={`badge badge-outline ${payment.state === 'paid' ? 'badge-success' : 'badge-warning'}`}>
        {payment.state === 'paid' ? 'Paid' : 'Refunded'}
      </span>
    ),
  },
  {
    id: 'transaction',
    header: 'Transaction',
    cell: (payment) => <code className="text-xs break-all">{payment.transactionId}</code>,
  },
];

export const Component = () => {
  useTitle('Payments');
  const list = useListState({ sorts: PAYMENT_SORTS, filters: { state: PAYMENT_STATES } });
  const state = PAYMENT_STATES.find((known) => known === list.filters.state);
  const payments = useQuery(paymentsQuery({ ...list.query, state }));
  return (
    <div className="grid gap-6">
      <h1>Payments</h1>
      <ListToolbar
        list={list}
        searchLabel="Search by payer, class or transaction"
        filters={[STATE_FILTER]}
        sorts={SORTS}
        sortsOnPhonesOnly
      >
        <ExportButton call={exportPayments} fileName="payments.csv" />
      </ListToolbar>
      <ListView
        list={list}
        loaded={payments}
        failure="The payments could not be loaded"
        empty={<Notice icon={<CreditCard />} title="Nobody has paid yet" />}
      >
        {(rows) => (
          <DataTable
            label="Payments"
            columns={COLUMNS}
            rows={rows}
            sorts={PAYMENT_SORTS}
            sort={list.sort}
            onSort={(sort) => list.change('sort', sort)}
          />
        )}
      </ListView>
    </div>
  );
};
