import { useQuery } from '@tanstack/react-query';
import { Printer, SearchX } from 'lucide-react';
import type { DocumentEntry } from '#contract/documents.ts';
import { formatPrice } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import { isMissing } from '#web/calls/client/api-error.ts';
import { paymentQuery } from '#web/calls/payments.ts';
import { PATHS } from '#web/paths.ts';
import { PaymentProblemLink } from '#web/payments/payment-problem-link.tsx';
import { RefundReasons } from '#web/payments/refund-reasons.tsx';
import { Link } from '#web/routing/link.tsx';
import { useParams } from '#web/routing/screens.tsx';
import { useSession } from '#web/session/session-context.ts';
import { formatPaymentDay } from '#web/ui/format-date.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { CreditNotes } from './credit-notes.tsx';
import { DocumentButton } from './document-button.tsx';

/** The lines that describe the seller or the buyer. */
const linesOf = ({ name, address, taxNumber }: DocumentEntry['seller'], email = ''): string =>
  [name, address, taxNumber && `Tax number: ${taxNumber}`, email].filter(Boolean).join('\n');

const Receipt = ({ payment }: { payment: Payment }) => {
  const { company } = useSite().brand;
  const { role } = useSession();
  const receipt = payment.documents.find(({ kind }) => kind === 'receipt');
  const buyer = receipt?.buyer ?? { name: payment.name, address: '', taxNumber: '' };
  const title = receipt?.title ?? payment.title;
  const facts = [
    ['Date', formatPaymentDay(payment.date)],
    ['Paid by', linesOf(buyer, payment.email)],
    ['Class', title],
    ['Transaction ID', payment.transactionId],
  ];
  return (
    <article className="panel grid gap-6 p-6 sm:p-10">
      <PageMeta title={`Receipt ${payment.receiptNumber}`} />
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="max-sm:text-2xl">
            Receipt <span className="inline-block">{payment.receiptNumber}</span>
          </h1>
          <p className="muted whitespace-pre-line">{receipt ? linesOf(receipt.seller) : company}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {receipt && <DocumentButton document={receipt} />}
          <button type="button" className="btn btn-outline print:hidden" onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden="true" />
            Print
          </button>
        </div>
      </header>
      <dl className="grid gap-4">
        {facts.map(([label, value]) => (
          <div key={label} className="grid gap-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="muted">{label}</dt>
            <dd dir="auto" className="font-semibold whitespace-pre-line wrap-anywhere text-start">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-base-300 pt-4 text-xl font-extrabold">
        <span>Total, {payment.currency.toUpperCase()}</span>
        <span>{formatPrice(payment.price, payment.currency)}</span>
      </p>
      {receipt && receipt.taxRate > 0 && (
        <p className="muted flex flex-wrap justify-between gap-x-4">
          <span>Including {receipt.taxRate}% tax</span>
          <span>{formatPrice(receipt.tax, payment.currency)}</span>
        </p>
      )}
      {payment.refunded > 0 && (
        <div role="status" className="grid gap-1">
          <p className="font-semibold">{formatPrice(payment.refunded, payment.currency)} refunded</p>
          <RefundReasons payment={payment} />
        </div>
      )}
      <CreditNotes
        documents={payment.documents.filter(({ kind }) => kind !== 'receipt')}
        currency={payment.currency}
      />
      {/* Admins, who receive such messages, also open the receipts of others. */}
      {role !== 'admin' && <PaymentProblemLink payment={{ ...payment, title }} />}
    </article>
  );
};

export const Component = () => {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(paymentQuery(id));
  if (isPending) return <PendingPage heading="Receipt" />;
  if (data) return <Receipt payment={data} />;
  if (isMissing(error)) {
    return (
      <Notice icon={<SearchX />} title="Payment not found" heading="h1" role="alert">
        <Link to={PATHS.profile} className="btn btn-primary">
          View your payments
        </Link>
      </Notice>
    );
  }
  return <LoadError heading="h1" title="The receipt could not be loaded" onRetry={() => void refetch()} />;
};
