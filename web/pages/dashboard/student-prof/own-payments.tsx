import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPrice } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import { ownPaymentsQuery } from '#web/calls/payments.ts';
import { Pagination } from '#web/lists/pagination.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { formatPaymentDay } from '#web/ui/format-date.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';
import { PaymentState } from '#web/payments/payment-state.tsx';
import { PaymentProblemLink } from '#web/payments/payment-problem-link.tsx';
import { Refunded } from '#web/payments/refund-reasons.tsx';

/** Entries per page. */
const SIZE = 5;

const Entry = ({ payment }: { payment: Payment }) => (
  <li className="grid gap-2 border-t border-base-300 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
    <div className="grid min-w-0 gap-1">
      <p dir="auto" className="font-semibold">
        {payment.title}
      </p>
      <p className="muted text-sm">
        {formatPaymentDay(payment.date)} · <code className="break-all">{payment.transactionId}</code>
      </p>
      <Refunded payment={payment} />
      <PaymentProblemLink payment={payment} />
    </div>
    <div className="flex flex-wrap items-center gap-3">
      <span className="font-extrabold">{formatPrice(payment.price, payment.currency)}</span>
      <PaymentState state={payment.state} />
      <Link
        to={PATHS.receipt(payment._id)}
        className="btn btn-outline btn-sm"
        aria-label={`Receipt for ${payment.title}`}
      >
        Receipt
      </Link>
    </div>
  </li>
);

/** The user's payments, with receipts. */
export const OwnPayments = () => {
  const { email } = useSignedInUser();
  const [page, setPage] = useState(1);
  const { data, isPending, refetch } = useQuery(ownPaymentsQuery(email, page, SIZE));
  return (
    <section className="panel grid gap-4 p-6 sm:p-8" aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      {isPending ? (
        <LoadingText />
      ) : !data ? (
        <LoadError title="Your payments could not be loaded" onRetry={() => void refetch()} />
      ) : data.total === 0 ? (
        <p className="muted">You don’t have any payments yet.</p>
      ) : (
        <>
          <ul>
            {data.rows.map((payment) => (
              <Entry key={payment._id} payment={payment} />
            ))}
          </ul>
          <Pagination
            page={page}
            total={data.total}
            noun={['payment', 'payments']}
            size={SIZE}
            onPage={setPage}
          />
        </>
      )}
    </section>
  );
};
