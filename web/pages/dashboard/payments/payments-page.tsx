import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatPrice } from '#contract/money.ts';
import { exportPayments, type Payment, PAYMENT_SORTS, PAYMENT_STATES } from '#contract/payments.ts';
import { paymentsQuery } from '#web/calls/payments.ts';
import { type Columns, DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PATHS } from '#web/paths.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { sortOptions } from '../review/table-options.ts';
import { PAYMENT_STATE_OPTIONS, PaymentState } from './payment-state.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { Totals } from './totals.tsx';

const STATE_FILTER = {
  name: 'state' as const,
  label: 'State',
  anything: 'Every state',
  options: PAYMENT_STATE_OPTIONS,
};

const SORTS = [
  { value: 'oldest' as const, label: 'Oldest first' },
  { value: '-price' as const, label: 'Highest price first' },
  { value: 'price' as const, label: 'Lowest price first' },
  ...sortOptions({ name: 'Payer', title: 'Class' }),
];

const columnsFor = (onRefund: (payment: Payment) => void): Columns<Payment> => [
  { id: 'date', header: 'When', cell: (payment) => formatMoment(payment.date) },
  {
    id: 'name',
    header: 'Payer',
    cell: (payment) => (
      <span className="min-w-0 md:block md:min-w-52">
        <span className="block">{payment.name}</span>
        <span className="muted block text-xs break-all">{payment.email}</span>
        <code className="muted block text-xs break-all">{payment.transactionId}</code>
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
      <span className="grid justify-items-end gap-1 md:justify-items-start">
        <PaymentState state={payment.state} />
        {payment.dispute && <span className="muted text-xs">Dispute: {payment.dispute}</span>}
        {payment.refundReason && <span className="muted text-xs">{payment.refundReason}</span>}
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (payment) => (
      <span className="flex gap-2">
        <Link
          to={PATHS.receipt(payment._id)}
          className="btn btn-ghost btn-sm"
          aria-label={`Receipt ${payment.receiptNumber}`}
        >
          Receipt
        </Link>
        {(payment.state === 'paid' || payment.state === 'disputed') && (
          <button
            type="button"
            className="btn btn-outline btn-error btn-sm"
            onClick={() => onRefund(payment)}
            aria-label={`Refund ${payment.transactionId}`}
          >
            Refund
          </button>
        )}
      </span>
    ),
  },
];

export const Component = () => {
  const list = useListState({ sorts: PAYMENT_SORTS, filters: { state: PAYMENT_STATES } });
  const state = PAYMENT_STATES.find((known) => known === list.filters.state);
  const [refunding, setRefunding] = useState<Payment>();
  const payments = useQuery(paymentsQuery({ ...list.query, state }));
  return (
    <div className="grid gap-6">
      <PageMeta title="Payments" />
      <h1>Payments</h1>
      <Totals />
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
            columns={columnsFor(setRefunding)}
            rows={rows}
            sorts={PAYMENT_SORTS}
            sort={list.sort}
            onSort={(sort) => list.change('sort', sort)}
          />
        )}
      </ListView>
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(undefined)} />}
    </div>
  );
};
