import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatPrice } from '#contract/money.ts';
import { exportPayments, type Payment, PAYMENT_SORTS, PAYMENT_STATES } from '#contract/payments.ts';
import { attentionQuery } from '#web/calls/attention.ts';
import { paymentsQuery } from '#web/calls/payments.ts';
import { paymentTotalsQuery } from '#web/calls/revenue.ts';
import { type Columns, DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ExportButton } from '#web/lists/export-button.tsx';
import { sortOptions } from '#web/lists/sort-options.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { preloadDialogs, RefundDialog } from './later-dialogs.tsx';
import { MonthlyExport } from './monthly-export.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { PAYMENT_STATE_OPTIONS } from '#web/payments/payment-state.tsx';
import { daysOf, type Period } from '#web/payments/period.ts';
import { Totals } from './totals.tsx';

const STATE_FILTER = {
  name: 'state' as const,
  label: 'State',
  allLabel: 'All states',
  options: [{ value: 'attention', label: 'Needs attention' }, ...PAYMENT_STATE_OPTIONS],
};

const STATES = [...PAYMENT_STATES, 'attention'] as const;

const SORTS = [
  { value: 'oldest' as const, label: 'Oldest first' },
  { value: '-price' as const, label: 'Highest price first' },
  { value: 'price' as const, label: 'Lowest price first' },
  ...sortOptions({ name: 'Payer', title: 'Class' }),
];

const columnsFor = (onRefund: (payment: Payment) => void): Columns<Payment> => [
  {
    id: 'date',
    header: 'When',
    cell: (payment) => <span className="in-rows:block in-rows:min-w-28">{formatMoment(payment.date)}</span>,
  },
  {
    id: 'name',
    header: 'Payer',
    cell: (payment) => (
      <span className="min-w-0 in-rows:block in-rows:min-w-52">
        <span dir="auto" className="block">
          {payment.name}
        </span>
        <span className="muted block text-xs">
          <EmailText email={payment.email} />
        </span>
        <code className="muted block text-xs break-all">{payment.transactionId}</code>
      </span>
    ),
  },
  {
    id: 'title',
    header: 'Class',
    cell: (payment) => (
      <span className="min-w-0 in-rows:block in-rows:min-w-28">
        <span dir="auto" className="block">
          {payment.title}
        </span>
        <span dir="auto" className="muted block text-xs">
          {payment.teacher}
        </span>
      </span>
    ),
  },
  {
    id: 'price',
    header: 'Price',
    isNumber: true,
    cell: (payment) => formatPrice(payment.price, payment.currency),
  },
  {
    id: 'state',
    header: 'State',
    cell: (payment) => <PaymentDetails payment={payment} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (payment) => (
      <span className="flex flex-wrap justify-end gap-2 in-rows:justify-start">
        <Link
          to={PATHS.receipt(payment._id)}
          className="btn btn-outline btn-sm"
          aria-label={`Receipt ${payment.receiptNumber}`}
        >
          Receipt
        </Link>
        {/* While a refund is pending, the remaining amount is unknown. */}
        {payment.state !== 'refunding' && payment.refundable > 0 && (
          <button
            type="button"
            className="btn btn-outline btn-error btn-sm"
            onClick={() => onRefund(payment)}
          >
            {payment.state === 'refund failed' ? 'Retry' : 'Refund'}
            <span className="sr-only">
              {payment.state === 'refund failed' && ' the refund'} {payment.transactionId}
            </span>
          </button>
        )}
      </span>
    ),
  },
];

export const Component = () => {
  const list = useListState({ sorts: PAYMENT_SORTS, filters: { state: STATES } });
  const [period, setPeriod] = useState<Period>('month');
  const [refunding, setRefunding] = useState<Payment>();
  const payments = useQuery(paymentsQuery(list.query));
  // The parts above the list appear together with it, because they would push it down later.
  const isPending = [useQuery(attentionQuery), useQuery(paymentTotalsQuery(daysOf(period))), payments].some(
    (query) => query.isPending && !query.isPaused,
  );
  useEffect(() => {
    if (!isPending) preloadDialogs();
  }, [isPending]);
  return (
    <div className="grid gap-6">
      <PageMeta title="Payments" />
      <h1>Payments</h1>
      {isPending ? (
        <ListSkeleton />
      ) : (
        <>
          <AttentionPanel />
          <Totals period={period} onPeriod={setPeriod} />
          <ListToolbar
            list={list}
            loaded={payments}
            searchLabel="Search by payer, class or transaction"
            filters={[STATE_FILTER]}
            sorts={SORTS}
            sortsForCardsOnly
          >
            <ExportButton call={exportPayments} fileName="payments.csv" />
          </ListToolbar>
          <MonthlyExport />
          <ListView
            list={list}
            loaded={payments}
            noun={['payment', 'payments']}
            failure="The payments could not be loaded"
            empty={<Notice icon={<CreditCard />} title="No payments yet" />}
          >
            {(rows) => (
              <DataTable label="Payments" columns={columnsFor(setRefunding)} rows={rows} list={list} />
            )}
          </ListView>
        </>
      )}
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(undefined)} />}
    </div>
  );
};
